import { endpoints, type NotificationRow } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import type { NotificationText } from '../../shared/notifications/notification-text.js';
import { FakeApi, Refusal } from '../../shared/testing/fake-api.js';
import { readVisited } from './read-visited.js';

const { list, read } = endpoints.notifications;
/** Where each notice leads: its kind is the address. */
const leads: [id: string, path: string | undefined, listedAt?: string][] = [
  ['9', '/project?id=p1'],
  ['8', '/project?id=p1&dir=%2Fa'],
  ['7', '/project?id=p2'],
  ['6', '/health'],
  ['5', '/shares?share=s1', '/shares'],
  ['4', undefined],
];
const texts: NotificationText[] = leads.map(([id, path, listedAt]) => ({
  kind: `spec.${id}`,
  read: () => ({ title: id, ...(path && { path }), ...(listedAt && { listedAt }) }),
}));
const rowOf = (id: string): NotificationRow => ({
  id,
  kind: `spec.${id}`,
  payload: {},
  count: 1,
  isRead: false,
  createTime: '2026-11-22 05:00:00',
});
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi();
  api.on(list, {
    content: ['10', ...leads.map(([id]) => id)].map(rowOf),
    totalElements: 7,
    unread: 7,
  });
  api.on(read, null);
});

it.each([
  ['/project?id=p1', '9'],
  ['/project?sort=name&dir=/a&id=p1', '9,8'],
  ['/project', null],
  ['/health?tab=2', '6'],
  ['/other', null],
  ['/shares', '5'],
  ['/shares?share=s1&dir=%2Fb', '5'],
  ['/shares?share=s2', null],
])('at %s what leads there is read: %s', async (visited, ids) => {
  await readVisited(() => Promise.resolve(texts), visited);
  expect(api.callsOf(list)[0]?.input).toMatchObject({ unreadOnly: true });
  expect(api.callsOf(read).map(({ input }) => input)).toEqual(ids === null ? [] : [{ ids }]);
});

it('is no failure where it cannot be noted', async () => {
  api.on(list, () => {
    throw new Refusal(500, 'INTERNAL', 'No');
  });
  await expect(readVisited(() => Promise.resolve(texts), '/health')).resolves.toBeUndefined();
});
