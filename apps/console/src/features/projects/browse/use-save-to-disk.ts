import { endpoints, type CopyState } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import type { FileSpace } from '../../../shared/file-browser/file-space.js';
import {
  useSaveHere,
  type SaveHere,
} from '../../../shared/file-browser/move-copy/use-save-here.js';

/** Saves entries of a project that may be downloaded to the own disk; `onBegun` shows how far it is. */
export const useSaveToDisk = (
  projectId: string,
  disk: FileSpace,
  onBegun: (state: CopyState) => void,
): SaveHere =>
  useSaveHere(
    disk,
    null,
    async (paths, dir, operation) => [
      await call(endpoints.projectFiles.saveToDisk, {
        projectId,
        paths,
        dir,
        operation,
        async: true,
      }),
    ],
    onBegun,
  );
