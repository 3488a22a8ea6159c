import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { call } from '../../../../shared/api/call.js';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import type { FileEntry } from '../../../../shared/file-browser/file-space.js';

/** The received shares, newest first. */
export const receivedPage = (
  input: Pick<EndpointInput<typeof endpoints.shares.page>, 'pageNum' | 'size' | 'search'>,
) => queryOptionsOf(endpoints.shares.page, { isMe: '2', ...input });

/** One received share. */
export const receivedShare = (id: string) => queryOptionsOf(endpoints.shares.detail, { id });

/** What stands at the top of a share now: all of it. @throws ApiError */
export const topEntries = (id: string): Promise<FileEntry[]> =>
  call(endpoints.shares.files, { id, path: '/' });
