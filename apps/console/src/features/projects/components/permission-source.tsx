import type { EffectivePermission } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { personName } from '../../../shared/users/person-name.js';

interface PermissionSourceProps extends Pick<EffectivePermission, 'source'> {
  /** The entry whose switches are told of. */
  file: string;
}

/** Where the switches of an entry come from: saved for it, for a folder above it, for the project, or nowhere. */
export function PermissionSource({ file, source }: PermissionSourceProps): ReactNode {
  const { t } = useTranslation('projects');
  if (!source) {
    return <>{t('sourceDefault')}</>;
  }
  const user = source.user ? personName(source.user) : t('userGone');
  return (
    <>
      {source.path === '/'
        ? t('sourceProject', { user })
        : source.path === file
          ? t('sourceOwn', { user })
          : t('sourceAbove', { user, path: source.path })}{' '}
      <TimeText time={source.time} />
    </>
  );
}
