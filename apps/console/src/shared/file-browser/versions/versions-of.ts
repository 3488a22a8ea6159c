import { endpoints, type EndpointInput, type EndpointResult } from '@clusterdesk/contracts';
import { call } from '../../api/call.js';
import { downloadUrl, fetchByBrowser } from '../../files/fetch-by-browser.js';

type Listed = EndpointResult<typeof endpoints.versions.list>;

/** The earlier versions of files of a space. All throw ApiError. */
export interface FileVersions {
  list: (path: string, signal: AbortSignal) => Promise<Listed>;
  restore: (path: string, versionId: string) => Promise<void>;
  remove: (path: string, versionId: string) => Promise<void>;
  /** A token to show it in the page: its bytes are those of a download. */
  preview: (path: string, versionId: string) => Promise<string>;
  /** Gives its bytes to the browser's downloads. */
  download: (path: string, versionId: string) => Promise<void>;
}

/** A space whose files have versions: the own disk or a project. */
export type VersionedSpace = NonNullable<EndpointInput<typeof endpoints.versions.list>['space']>;

/** Only what shows them loads their calls. */
export function versionsOf(space: VersionedSpace): FileVersions {
  const { list, restore, remove, getDownloadPath } = endpoints.versions;
  return {
    list: (path, signal) => call(list, { space, path }, signal),
    restore: async (path, versionId) => {
      await call(restore, { space, path, versionId });
    },
    remove: async (path, versionId) => {
      await call(remove, { space, path, versionId });
    },
    preview: (path, versionId) => call(getDownloadPath, { space, path, versionId }),
    download: async (path, versionId) => {
      fetchByBrowser(downloadUrl(await call(getDownloadPath, { space, path, versionId })));
    },
  };
}
