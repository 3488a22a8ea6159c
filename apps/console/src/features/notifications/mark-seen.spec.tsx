import { endpoints, type NotificationRow } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { FakeApi, Refusal } from '../../shared/testing/fake-api.js';
import { markSeen } from './mark-seen.js';

const { list, read } = endpoints.notifications;
const row = (id: string): NotificationRow => ({
  id,
  kind: 'spec.asked',
  payload: {},
  count: 1,
  isRead: false,
  createTime: '2026-11-22 05:00:00',
});
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi();
  api.on(list, { content: ['3', '2', '1'].map(row), totalElements: 3, unread: 3 });
  api.on(read, null);
});

it('marks what is about it, of what is unread', async () => {
  await markSeen(({ id }) => id !== '2');
  expect(api.callsOf(list)[0]?.input).toMatchObject({ unreadOnly: true });
  expect(api.callsOf(read).map(({ input }) => input)).toEqual([{ ids: '3,1' }]);
});

it('asks for nothing where nothing is', async () => {
  await markSeen(() => false);
  expect(api.callsOf(read)).toEqual([]);
});

it('is no failure where it cannot be noted', async () => {
  api.on(list, () => {
    throw new Refusal(500, 'INTERNAL', 'No');
  });
  await expect(markSeen(() => true)).resolves.toBeUndefined();
});
