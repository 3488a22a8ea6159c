import { endpoints } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import type { FileSpace } from '../../../shared/file-browser/file-space.js';

/** The folders of the caller's own disk: apart from its space, for they are asked for before the rest is here. */
export const diskList: Pick<FileSpace, 'ref' | 'list'> = {
  ref: { space: 'disk' },
  list: (path, page, signal) => call(endpoints.disk.list, { path, ...page }, signal),
};
