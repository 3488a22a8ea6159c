import type { ProjectRow } from '@clusterdesk/contracts';
import { readHasMenu } from '../../shared/menus/own-menus.js';
import { paths } from '../../shared/paths.js';

/** Whether the caller may do everything in a project. */
export const isManagerOf = ({ role }: Pick<ProjectRow, 'role'>): boolean =>
  role === 'owner' || role === 'admin';

/** Whether somebody else, the owner, has to let more people download: two people decide about downloads there. */
export const leavesDownloadsToOwner = ({
  role,
  approversNeeded,
}: Pick<ProjectRow, 'role' | 'approversNeeded'>): boolean =>
  approversNeeded === 2 && role !== 'owner';

/** One of the two lists of projects. */
interface ProjectList {
  path: string;
  /** Its name. */
  title: 'projects:managed' | 'projects:joined' | 'shell:workbench';
}

const projectLists: Record<'managed' | 'joined', ProjectList> = {
  managed: { path: paths.managedProjects, title: 'projects:managed' },
  joined: { path: paths.joinedProjects, title: 'projects:joined' },
};

/**
 * The list of projects to go to: the one meant, for whom has its menu. Who has only the menu of the other may open every page of a
 * project too, and goes there; the workbench is everybody's.
 */
export const projectListOf = (meant: 'managed' | 'joined'): ProjectList =>
  [projectLists[meant], projectLists.managed, projectLists.joined].find(({ path }) =>
    readHasMenu(path),
  ) ?? { path: paths.workbench, title: 'shell:workbench' };
