import { endpoints, type NotificationRow } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import { FakeApi } from '../../shared/testing/fake-api.js';
import { useNewNotifications } from './use-new-notifications.js';

const { list } = endpoints.notifications;
const row = (id: number, count = 1): NotificationRow => ({
  id: String(id),
  kind: 'spec.asked',
  payload: {},
  count,
  isRead: false,
  createTime: '2026-11-22 05:00:00',
});
const listOf = (...rows: NotificationRow[]) => ({
  content: rows,
  totalElements: rows.length,
  unread: rows.length,
});

let api: FakeApi;
let told: string[];
beforeEach(() => {
  api = new FakeApi();
  told = [];
});
function useUnderTest(newest: NotificationRow | undefined) {
  return useNewNotifications(newest && listOf(newest), ({ id, count }) =>
    told.push(`${id}x${count}`),
  );
}
const use = (first?: NotificationRow) => renderHook(useUnderTest, { initialProps: first });

it('tells of each event once, and of none that the page was loaded with', () => {
  const { result, rerender } = use();
  rerender(row(9));
  // Pushed once more, as after a reload.
  result.current(row(9));
  expect(told).toEqual([]);
  result.current(row(10));
  result.current(row(10));
  rerender(row(10));
  expect(told).toEqual(['10x1']);
  result.current(row(10, 2));
  result.current(row(8, 3));
  expect(told).toEqual(['10x1', '10x2', '8x3']);
  expect(api.calls).toEqual([]);
});

it('tells of those that came before the list was known', () => {
  const { result, rerender } = use();
  result.current(row(9));
  rerender(row(9));
  expect(told).toEqual(['9x1']);
  expect(api.calls).toEqual([]);
});

it('tells of what was missed while the connection was cut, oldest first, and once', async () => {
  api.on(list, listOf(row(13), row(12), row(10), row(9), row(4)));
  const { result, rerender } = use(row(9));
  // 11 has been read elsewhere; 13 came after the list said what is the newest, and its event comes.
  rerender(row(12));
  result.current(row(13));
  await waitFor(() => expect(told).toEqual(['13x1', '10x1', '12x1']));
  expect(api.callsOf(list)[0]?.input).toMatchObject({ unreadOnly: true });
  result.current(row(12));
  rerender(row(13));
  expect(told).toHaveLength(3);
});
