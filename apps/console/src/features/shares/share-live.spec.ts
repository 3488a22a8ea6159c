import { endpoints } from '@clusterdesk/contracts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fileKeys } from '../../shared/file-browser/file-space.js';
import { queryKeyOf } from '../../shared/api/query.js';
import { LiveCache } from '../../shared/live/cache/live-cache.js';
import type { Payload } from '../../shared/live/connection/live-connection.js';
import { shareLiveRules } from './share-live.js';

const keys = {
  page: queryKeyOf(endpoints.shares.page, { isMe: '1' }),
  detail: queryKeyOf(endpoints.shares.detail, { id: 's1' }),
  otherDetail: queryKeyOf(endpoints.shares.detail, { id: 's2' }),
  containing: queryKeyOf(endpoints.shares.containing, { path: '/a.txt' }),
  visits: queryKeyOf(endpoints.shares.visits, { id: 's1', pageNum: 0, size: 20 }),
  files: fileKeys.list({ space: 'share', spaceId: 's1' }, '/'),
  otherFiles: fileKeys.list({ space: 'share', spaceId: 's2' }, '/'),
  filesSummary: queryKeyOf(endpoints.shares.filesSummary, { id: 's1', path: '/' }),
  disk: fileKeys.list({ space: 'disk' }, '/'),
};
let queries: QueryClient;
let cache: LiveCache;

beforeEach(() => {
  queries = new QueryClient();
  cache = new LiveCache(queries);
  Object.values(keys).forEach((key) => queries.setQueryData(key, 'known'));
});
const tell = (event: Payload<'sharesChanged'>[0]): void =>
  shareLiveRules.forEach((rule) => rule.apply(cache, event));
afterEach(() => {
  cache.stop();
  queries.clear();
});

const outdated = (): string[] =>
  Object.entries(keys).flatMap(([name, key]) =>
    queries.getQueryState(key)?.isInvalidated ? [name] : [],
  );

it('asks an owner anew for the list, the share and who used it', () => {
  tell({ list: 'mine', shareId: 's1' });
  expect(outdated()).toEqual(['page', 'detail', 'containing', 'visits']);
});

it('asks anew for all of them where several have changed', () => {
  tell({ list: 'received', shareId: null });
  expect(outdated()).toEqual([
    'page',
    'detail',
    'otherDetail',
    'files',
    'otherFiles',
    'filesSummary',
    'disk',
  ]);
});

it('asks a receiver anew for the list, the share and its files', () => {
  tell({ list: 'received', shareId: 's1' });
  expect(outdated()).toEqual(['page', 'detail', 'files', 'filesSummary']);
});
