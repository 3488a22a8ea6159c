import { endpoints, type WorkbenchFigures } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallerDetail } from '../../../features/identity/api/caller-detail.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { paths } from '../../../shared/paths.js';

/** What a new platform needs of its administrator. */
export const setupSteps = ['password', 'mail', 'users', 'node'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Where a step is done; null: not in the console. */
export const stepPath: Record<SetupStep, string | null> = {
  password: paths.ownPassword,
  mail: null,
  users: paths.users,
  node: paths.monitoring,
};

/**
 * Which steps are done, as the platform itself tells: the log knows a change of the password, the rest is counted. Undefined
 * while it is not known, and for everybody but system administrators.
 */
export function useSetup(
  facts: WorkbenchFigures | undefined,
  isWanted: boolean,
): Record<SetupStep, boolean> | undefined {
  const caller = useCallerDetail();
  const enabled = isWanted && caller?.isSystemAdministrator === true;
  const changes = useQuery({
    ...queryOptionsOf(endpoints.audit.list, {
      userId: caller?.id ?? '',
      methodName: endpoints.account.updatePassword.path,
      logLevel: 'INFO',
      pageNum: 0,
      size: 1,
    }),
    enabled,
  });
  const info = useQuery({ ...queryOptionsOf(endpoints.operations.info, {}), enabled });
  const users = useQuery({
    ...queryOptionsOf(endpoints.users.list, { pageNum: 0, size: 1 }),
    enabled,
  });
  if (!enabled || !changes.data || !info.data || !users.data || !facts) {
    return undefined;
  }
  return {
    password: changes.data.totalElements > 0,
    mail: info.data.hasMail,
    // The administrator is the first.
    users: users.data.total > 1,
    node: (facts.hosts?.total ?? 0) > 0,
  };
}
