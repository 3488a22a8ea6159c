import { endpoints, limits, type ProjectRow } from '@clusterdesk/contracts';
import { call } from '../../shared/api/call.js';
import { queryClient, queryKeyOf } from '../../shared/api/query.js';
import { isGone } from '../../shared/api/api-error.js';
import { favouritesOf } from '../../shared/file-browser/favourites/favourites-of.js';
import type { FileSpace } from '../../shared/file-browser/file-space.js';
import { translate } from '../../shared/i18n/i18n.js';
import { paths } from '../../shared/paths.js';
import { putByOf } from './browse/entry-rights.js';
import { isManagerOf, projectListOf } from './project-facts.js';
import { personName } from '../../shared/users/person-name.js';

const spaces = new Map<string, FileSpace>();

/** What of the trash came from these paths last; empty where they are too many to tell, or the trash is not the caller's to see. */
async function trashedFrom(projectId: string, removed: readonly string[]): Promise<string[]> {
  const missing = new Set(removed);
  const input = { projectId, pageNum: 0, size: limits.maxPageSize };
  const { data } = await call(endpoints.projectFiles.trash, input);
  // The latest first: an older entry from the same path is another matter.
  return data.filter(({ path }) => missing.delete(path)).map(({ id }) => id);
}

/**
 * A folder that is not there may mean that the project is not there for the caller any more: its page asks once more, and says which of
 * the two it is. @throws ApiError as the call
 */
async function orAskForProject<Answer>(id: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isGone(error)) {
      const queryKey = queryKeyOf(endpoints.projects.detail, { id });
      void queryClient.invalidateQueries({ queryKey });
    }
    throw error;
  }
}

/** Transfers name a space on every page, so its labels are of the words that every page has. */
function makeSpace(projectId: string): FileSpace {
  const known = (): ProjectRow | undefined =>
    queryClient.getQueryData(queryKeyOf(endpoints.projects.detail, { id: projectId }));
  const isManager = (): boolean => {
    const project = known();
    return project !== undefined && isManagerOf(project);
  };
  const list = () => projectListOf(isManager() ? 'managed' : 'joined');
  return {
    ref: { space: 'project', spaceId: projectId },
    rootLabel: () => known()?.projectName ?? translate('files:space_project'),
    areaLabel: () => translate(list().title),
    get areaPath() {
      return list().path;
    },
    select: 'one',
    list: (path, page, signal) =>
      orAskForProject(
        projectId,
        call(endpoints.projectFiles.list, { projectId, path, ...page }, signal),
      ),
    summary: (path, signal) =>
      orAskForProject(projectId, call(endpoints.projectFiles.summary, { projectId, path }, signal)),
    find: async (path, query, signal) => {
      const input = { projectId, path, ...query };
      const asked = call(endpoints.projectFiles.search, input, signal);
      const { entries, ...found } = await orAskForProject(projectId, asked);
      return { items: entries, ...found };
    },
    checkName: (path, fileName, isUploadFolder) =>
      call(endpoints.disk.checkSameName, {
        projectId,
        path,
        fileName,
        ...(isUploadFolder ? { isUploadFolder } : {}),
      }),
    changes: {
      mkdir: async (path) => (await call(endpoints.projectFiles.mkdir, { projectId, path })).path,
      mkdirs: async (folders, signal) => {
        await call(endpoints.projectFiles.mkdirs, { projectId, paths: folders }, signal);
      },
      rename: async (name, newName) =>
        (await call(endpoints.projectFiles.rename, { projectId, name, newName })).path,
      remove: async (removed) => {
        await call(endpoints.projectFiles.remove, { projectId, paths: removed });
      },
      // Only who manages the project reaches its trash: others have no way back, and are asked.
      get undoMax() {
        return isManager() ? limits.maxPageSize : 0;
      },
      undoRemove: async (removed) => {
        if (!isManager()) {
          return null;
        }
        const ids = await trashedFrom(projectId, removed);
        return ids.length > 0
          ? async () =>
              (await call(endpoints.projectFiles.restoreFromTrash, { projectId, ids })).length
          : null;
      },
      move: (moved, dir, operation) =>
        call(endpoints.projectFiles.move, { projectId, paths: moved, dir, operation }),
      copy: (copied, dir, operation) =>
        call(endpoints.projectFiles.copy, {
          projectId,
          paths: copied,
          dir,
          operation,
          async: true,
        }),
      unzip: (path) => call(endpoints.projectFiles.unzip, { projectId, path, async: true }),
    },
    reads: {
      download: (chosen, async) =>
        call(endpoints.projectFiles.getDownloadPath, { projectId, paths: chosen, async }),
      preview: (path, signal) =>
        call(endpoints.projectFiles.getPreviewPath, { projectId, path }, signal),
      measure: (path, signal) => call(endpoints.projectFiles.measure, { projectId, path }, signal),
      checksum: async (path, signal) =>
        (await call(endpoints.projectFiles.checksum, { projectId, path }, signal)).sha256,
    },
    versions: { space: 'project', spaceId: projectId },
    favourites: favouritesOf({ space: 'project', spaceId: projectId }),
    detailsOf: (entry) => {
      const by = putByOf(entry);
      return by ? [{ name: translate('files:uploader'), value: personName(by) }] : [];
    },
    // Each of the two lists has its own entrance, so that the menu shows where one is.
    folderPath: (dir) => (isManager() ? paths.project : paths.joinedProject)(projectId, dir),
    searchPath: (dir, key, scope, filter) =>
      (isManager() ? paths.projectSearch : paths.joinedProjectSearch)(
        projectId,
        dir,
        key,
        scope,
        filter,
      ),
  };
}

/** The files of a project; the same object for the same project. */
export function projectSpace(projectId: string): FileSpace {
  const space = spaces.get(projectId) ?? makeSpace(projectId);
  spaces.set(projectId, space);
  return space;
}
