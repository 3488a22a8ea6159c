import { defineNotification, endpoints, type NotificationRow } from '@clusterdesk/contracts';
import { defineSentence } from '@clusterdesk/contracts/notice-sentences';
import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { z } from 'zod';
import { defineNotificationText } from '../../shared/notifications/notification-text.js';
import { FakeApi } from '../../shared/testing/fake-api.js';
import { renderPage } from '../../shared/testing/render-page.js';
import { showByToast } from './show-by-toast.js';
import { useMessages } from '../../shared/ui/messages/messages.js';

const payload = z.object({ name: z.string() });
const asked = defineNotification({ kind: 'spec.asked', group: 'jobs', payload });
const quiet = defineNotification({ kind: 'spec.quiet', group: 'jobs', payload });
const texts = [
  defineNotificationText(
    defineSentence(asked, ({ name }) => ({ title: `${name} asks`, text: 'Please' })),
    ({ name }) => ({ path: `/asked/${name}`, isToast: true }),
  ),
  defineNotificationText(
    defineSentence(quiet, ({ name }) => ({ title: `${name} is done` })),
    () => ({}),
  ),
];
const rowOf = (kind: string, name: string): NotificationRow => ({
  id: '7',
  kind,
  payload: { name },
  count: 1,
  isRead: false,
  createTime: '2026-11-22 05:00:00',
});

let show: ReturnType<typeof showByToast>;
const opened: string[] = [];
const tell = (row: NotificationRow): void =>
  act(() => show(row, texts, (path) => opened.push(path)));

function Page() {
  const { notification } = useMessages();
  useEffect(() => {
    show = showByToast(notification);
  }, [notification]);
  return <p>page</p>;
}

it('says what asks for it, one of a kind at a time, and leads there', async () => {
  const api = new FakeApi();
  api.on(endpoints.notifications.read, null);
  const { user } = renderPage(<Page />);
  tell(rowOf(quiet.kind, 'Job'));
  tell(rowOf(asked.kind, 'Ann'));
  await screen.findByText('Ann asks');
  tell(rowOf(asked.kind, 'Bob'));
  await screen.findByText('Bob asks');
  expect(screen.queryByText('Ann asks')).toBeNull();
  expect(screen.queryByText('Job is done')).toBeNull();
  screen.getByText('Please');
  await user.click(screen.getByRole('button', { name: 'View' }));
  expect(opened).toEqual(['/asked/Bob']);
  await waitFor(() => expect(screen.queryByText('Bob asks')).toBeNull());
  expect(api.callsOf(endpoints.notifications.read).map(({ input }) => input)).toEqual([
    { ids: '7' },
  ]);
});
