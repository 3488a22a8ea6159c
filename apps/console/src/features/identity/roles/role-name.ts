import type { RoleRow } from '@clusterdesk/contracts';
import { translate } from '../../../shared/i18n/i18n.js';

/** A role's name for its reader: those of the first start have one in each language, the others the one that people gave. */
export const roleNameOf = ({ roleName, builtIn }: Pick<RoleRow, 'roleName' | 'builtIn'>): string =>
  builtIn === null ? roleName : translate(`roles:name_${builtIn}`);
