import { defineNotification, endpoints, type NotificationRow } from '@clusterdesk/contracts';
import { defineSentence } from '@clusterdesk/contracts/notice-sentences';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { defineNotificationText } from '../../../shared/notifications/notification-text.js';
import { NoticeDrawer } from './notice-drawer.js';

const { list, read, readAll } = endpoints.notifications;
const done = defineNotification({
  kind: 'spec.done',
  group: 'jobs',
  payload: z.object({ name: z.string() }),
});
const texts = [
  defineNotificationText(
    defineSentence(done, ({ name }) => ({ title: `${name} is done` })),
    ({ name }) => ({ path: `/done/${name}` }),
  ),
];

const row = (id: number, more: Partial<NotificationRow> = {}): NotificationRow => ({
  id: String(id),
  kind: done.kind,
  payload: { name: `n${id}` },
  count: 1,
  isRead: false,
  createTime: '2026-11-22 05:00:00',
  ...more,
});
let rows: NotificationRow[];
let api: FakeApi;

beforeEach(() => {
  rows = [row(3), row(2, { kind: 'spec.from-tomorrow' }), row(1, { isRead: true })];
  api = new FakeApi();
  api.on(list, ({ pageNum, size }) => ({
    content: rows.slice(Number(pageNum) * Number(size), (Number(pageNum) + 1) * Number(size)),
    totalElements: rows.length,
    unread: rows.filter(({ isRead }) => !isRead).length,
  }));
  const mark = (isMeant: (id: string) => boolean): null => {
    rows = rows.map((one) => (isMeant(one.id) ? { ...one, isRead: true } : one));
    return null;
  };
  api.on(read, ({ ids }) => mark((id) => id === ids));
  api.on(readAll, () => mark(() => true));
});

const open = () => renderPage(<NoticeDrawer texts={texts} onClose={() => {}} />);

it('reads each kind by its own words, and one that is not known here all the same', async () => {
  const { container } = open();
  await screen.findByText('n3 is done');
  await screen.findByText('New notification');
  expect(await findA11yFaults(container.ownerDocument.body)).toEqual([]);
});

it('says of how many of one sender it tells', async () => {
  rows = [row(3, { count: 4 })];
  open();
  await screen.findByText(/… and 3 more$/);
});

it('marks what is opened as read and leads to its page', async () => {
  const { user, router } = open();
  await user.click(await screen.findByText('n3 is done'));
  await waitFor(() =>
    expect(api.callsOf(read)).toEqual([{ path: read.path, input: { ids: '3' } }]),
  );
  expect(router.state.location.pathname).toBe('/done/n3');
});

it('marks all as read', async () => {
  const { user } = open();
  await screen.findByText('n3 is done');
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toHaveProperty(
      'disabled',
      true,
    ),
  );
});

it('brings older ones on request, and says when there is nothing', async () => {
  rows = Array.from({ length: 25 }, (_, at) => row(100 - at));
  const { user } = open();
  await screen.findByText('n100 is done');
  expect(screen.queryByText('n76 is done')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Older notifications' }));
  await screen.findByText('n76 is done');
});

it('is not blank while its list comes', async () => {
  const { container } = open();
  expect(container.ownerDocument.querySelector('.ant-skeleton')).not.toBeNull();
  await screen.findByText('n3 is done');
  expect(container.ownerDocument.querySelector('.ant-skeleton')).toBeNull();
});

it('says what belongs here when there is nothing', async () => {
  rows = [];
  open();
  await screen.findByText('No notifications');
});
