import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { fileKeys } from '../../shared/file-browser/file-space.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

/** What stands in the lists of projects, and beside them. */
const lists = [
  endpoints.projects.list,
  endpoints.projects.listAll,
  endpoints.projects.detail,
  endpoints.projects.users,
  endpoints.projects.candidates,
  endpoints.projects.getSettings,
  endpoints.projectFiles.getPermission,
  endpoints.projectFiles.rights,
  endpoints.projectFiles.asMember,
  endpoints.projectFiles.comments,
];

/**
 * A project that is new, changed, has other people or switches, or is over is asked for again wherever it is shown, its files
 * included: what may be done with them may be something else now.
 */
export const projectLiveRules = [
  onEvent('projectsChanged', (cache, { projectId }) => {
    lists.forEach((endpoint) => cache.invalidate(queryKeyOf(endpoint)));
    cache.invalidate(
      projectId === null ? ['files'] : fileKeys.all({ space: 'project', spaceId: projectId }),
    );
  }),
  onEvent('commentsChanged', (cache) => {
    cache.invalidate(queryKeyOf(endpoints.projectFiles.comments));
  }),
  onEvent('trashChanged', (cache, ref) => {
    if (ref.space === 'project') {
      cache.invalidate(queryKeyOf(endpoints.projectFiles.trash));
      cache.invalidate(queryKeyOf(endpoints.projectFiles.usage));
      // How big it is, and what moved last in it.
      cache.invalidate(queryKeyOf(endpoints.projects.list));
    }
  }),
];
