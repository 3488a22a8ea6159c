import { extname } from 'node:path';
import type { DiskItem } from '@clusterdesk/contracts';
import type { SpaceEntry } from '../../platform/file-space/space-tree.js';
import { wireTime } from '../../platform/http/wire-time.js';

/** An entry as the console shows it; `createDate` is the upload time, which the filesystem keeps as that of the last change. */
export function toDiskItem(entry: SpaceEntry, timeZone: string): DiskItem {
  return {
    path: entry.path,
    localPath: entry.name,
    directory: entry.isDirectory,
    fileType: entry.isDirectory ? '' : extname(entry.name).slice(1).toLowerCase(),
    size: entry.sizeBytes,
    createDate: wireTime(entry.modifiedAt, timeZone),
  };
}
