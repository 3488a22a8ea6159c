import type { ApplicationNode, HostApplication } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';

type Translate = TFunction<'applications'>;

/** The types of the catalogue that comes with the platform; an operator's own read as the manifest has them. */
const types = {
  monitoring: 'type_monitoring',
  terminal: 'type_terminal',
  files: 'type_files',
} as const;

/** The type of an application as people read it. */
export const typeName = (t: Translate, type: string): string =>
  Object.hasOwn(types, type) ? t(types[type as keyof typeof types]) : type;

/** Its version: that of the catalogue's own examples is whatever the host's distribution has. */
export const versionName = (t: Translate, { version }: Pick<HostApplication, 'version'>): string =>
  version === 'debian' ? t('version_debian') : version;

/** Whether the host is not as the platform left it: it has the program from elsewhere, or has lost it; what is not known does not differ. */
export const differsFromInstalled = ({
  installedVersion,
  isOnHost,
}: Pick<ApplicationNode, 'installedVersion' | 'isOnHost'>): boolean =>
  isOnHost !== null && isOnHost !== (installedVersion !== null);
