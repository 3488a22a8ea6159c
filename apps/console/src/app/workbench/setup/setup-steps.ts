import type { WorkbenchFigures } from '@clusterdesk/contracts';
import { paths } from '../../../shared/paths.js';

/** What a new platform needs of its administrator, in the order in which it is best done. */
export const setupSteps = [
  'password',
  'address',
  'mail',
  'node',
  'queue',
  'users',
  'backup',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Where a step is done. */
export const stepPath: Record<SetupStep, string> = {
  password: paths.ownPassword,
  address: paths.settingValues,
  mail: paths.settingValues,
  node: paths.computeNodes,
  queue: paths.queues,
  users: paths.users,
  backup: paths.backups,
};

/** Which steps are done; null for everybody but system administrators. */
export const setupOf = ({ setup, hosts }: WorkbenchFigures): Record<SetupStep, boolean> | null =>
  setup && {
    password: setup.hasOwnPassword,
    address: setup.hasPublicUrl,
    mail: setup.hasMail,
    node: (hosts?.total ?? 0) > 0,
    queue: setup.hasQueue,
    users: setup.hasUsers,
    backup: setup.hasBackup,
  };
