import type { WorkbenchFigures } from '@clusterdesk/contracts';
import { paths } from '../../../shared/paths.js';

/** What a new platform needs of its administrator. */
export const setupSteps = ['password', 'mail', 'users', 'node'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Where a step is done. */
export const stepPath: Record<SetupStep, string> = {
  password: paths.ownPassword,
  mail: paths.settingValues,
  users: paths.users,
  node: paths.monitoring,
};

/** Which steps are done; null for everybody but system administrators. */
export const setupOf = ({ setup, hosts }: WorkbenchFigures): Record<SetupStep, boolean> | null =>
  setup && {
    password: setup.hasOwnPassword,
    mail: setup.hasMail,
    users: setup.hasUsers,
    node: (hosts?.total ?? 0) > 0,
  };
