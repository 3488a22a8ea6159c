import { endpoints, limits } from '@clusterdesk/contracts';
import { call } from '../../shared/api/call.js';
import { queryClient, queryKeyOf } from '../../shared/api/query.js';
import { favouritesOf } from '../../shared/file-browser/favourites/favourites-of.js';
import type { FileSpace } from '../../shared/file-browser/file-space.js';
import { homeWord } from '../../shared/files/home-path.js';
import { translate } from '../../shared/i18n/i18n.js';
import { paths } from '../../shared/paths.js';
import { diskList } from './api/disk-list.js';

/** Invalidates what stands beside the files themselves and changes with them: the quota's use and the trash. */
export const invalidateDiskDetails = async (): Promise<void> => {
  const keys = [endpoints.disk.usage, endpoints.trash.list].map((endpoint) => queryKeyOf(endpoint));
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
};

/** Puts entries of the trash back; answers where they are. @throws ApiError */
export async function restoreFromTrash(ids: string[]): Promise<string[]> {
  const restored = await call(endpoints.trash.restore, { ids });
  await invalidateDiskDetails();
  return restored.map(({ path }) => path);
}

/** What of the trash came from these paths last; empty where they are too many to tell. @throws ApiError */
async function trashedFrom(removed: readonly string[]): Promise<string[]> {
  if (removed.length > limits.maxPageSize) {
    return [];
  }
  const missing = new Set(removed);
  const { data } = await call(endpoints.trash.list, { pageNum: 0, size: limits.maxPageSize });
  // The latest first: an older entry from the same path is another matter.
  return data.filter(({ path }) => missing.delete(path)).map(({ id }) => id);
}

/** The caller's own disk as a space of files. */
export const diskSpace: FileSpace = {
  ...diskList,
  rootLabel: () => translate('disk:myFiles'),
  areaLabel: () => translate('disk:myData'),
  select: 'many',
  summary: (path, signal) => call(endpoints.disk.summary, { path }, signal),
  find: async (path, query, signal) => {
    const { entries, ...found } = await call(endpoints.disk.search, { path, ...query }, signal);
    return { items: entries, ...found };
  },
  checkName: (path, fileName, isUploadFolder) =>
    call(endpoints.disk.checkSameName, {
      path,
      fileName,
      ...(isUploadFolder ? { isUploadFolder } : {}),
    }),
  changes: {
    mkdir: async (path) => (await call(endpoints.disk.mkdir, { path })).path,
    mkdirs: async (folders, signal) => {
      await call(endpoints.disk.mkdirs, { paths: folders }, signal);
    },
    rename: async (path, newPath) => (await call(endpoints.disk.rename, { path, newPath })).path,
    remove: async (removed) => {
      await call(endpoints.disk.remove, { paths: removed });
      await invalidateDiskDetails();
    },
    undoMax: limits.maxPageSize,
    undoRemove: async (removed) => {
      const ids = await trashedFrom(removed);
      return ids.length > 0 ? async () => (await restoreFromTrash(ids)).length : null;
    },
    move: (moved, dir, operation) => call(endpoints.copies.move, { paths: moved, dir, operation }),
    copy: (copied, dir, operation) =>
      call(endpoints.copies.copy, { paths: copied, dir, operation, async: true }),
    unzip: (path) => call(endpoints.copies.unzip, { path, async: true }),
  },
  reads: {
    download: (chosen, async) =>
      call(endpoints.downloads.getDownloadPath, { paths: chosen, async }),
    preview: (path, signal) => call(endpoints.downloads.getPreviewPath, { path }, signal),
    measure: (path, signal) => call(endpoints.disk.measure, { path }, signal),
    checksum: async (path, signal) =>
      (await call(endpoints.disk.checksum, { path }, signal)).sha256,
  },
  versions: { space: 'disk' },
  hasThumbnails: true,
  favourites: favouritesOf({ space: 'disk' }),
  scriptWord: homeWord,
  folderPath: paths.folder,
  searchPath: paths.search,
};
