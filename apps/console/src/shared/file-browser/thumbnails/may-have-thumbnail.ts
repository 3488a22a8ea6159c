import { limits } from '@clusterdesk/contracts';
import type { FileEntry, FileSpace } from '../file-space.js';

/** Whether a thumbnail is worth asking for: by the name, for what the file is only the server sees. */
export const mayHaveThumbnail = (
  { hasThumbnails }: FileSpace,
  { directory, fileType, size }: FileEntry,
): boolean =>
  hasThumbnails === true &&
  !directory &&
  /^\.?(jpe?g|png|gif|webp)$/i.test(fileType) &&
  size <= limits.thumbnailFileBytes;
