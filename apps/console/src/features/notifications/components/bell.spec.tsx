import { endpoints, type NotificationRow } from '@clusterdesk/contracts';
import { expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveCache } from '../../../shared/live/cache/live-cache.js';
import type { LiveConnection } from '../../../shared/live/connection/live-connection.js';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';

type Listener = () => void;

/** A connection that the test speaks for. */
const listeners = new Map<string, Listener>();
const connection: Pick<LiveConnection, 'on'> = {
  on: (name, listener) => {
    listeners.set(name, listener as unknown as Listener);
    return () => listeners.delete(name);
  },
};
jest.unstable_mockModule('../../../shared/live/connection/live-provider.js', () => ({
  useLiveConnection: () => connection,
  useLiveEvent: () => undefined,
}));
const shown: string[] = [];
jest.unstable_mockModule('../browser-notifications.js', () => ({ isBrowserToTell: () => true }));
jest.unstable_mockModule('../show-by-browser.js', () => ({
  showByBrowser: ({ id }: NotificationRow) => shown.push(id),
}));
const { applyLiveRules } = await import('../../../shared/live/rules/use-live-rules.js');
const { notifications } = await import('../feature.js');
const { Bell } = await import('./bell.js');
const { useVisit } = await import('../../../shared/notifications/visits.js');

/** A page that shows what stands for an address besides its own. */
function Looking({ at }: { at: string }): ReactNode {
  const [seen, setSeen] = useState('');
  const [news, setNews] = useState(0);
  useVisit(seen, news);
  return (
    <>
      <button onClick={() => setSeen(at)}>look</button>
      <button onClick={() => setNews(news + 1)}>news</button>
    </>
  );
}

it('reads what its user looks at: by the page’s address, by what the page shows besides, and what is new there', async () => {
  const kinds = { '1': '/page?id=a', '2': '/page?id=b', '3': '/file', '4': '/file' };
  const texts = Object.entries(kinds).map(([id, path]) => ({
    kind: `spec.${id}`,
    read: () => ({ title: id, path }),
  }));
  let unread = ['3', '2', '1'];
  const api = new FakeApi();
  api.on(endpoints.notifications.list, () => ({
    content: unread.map((id) => ({
      ...{ id, kind: `spec.${id}`, payload: {}, count: 1, isRead: false },
      createTime: '2026-11-28 05:00:00',
    })),
    totalElements: unread.length,
    unread: unread.length,
  }));
  api.on(endpoints.notifications.read, ({ ids }) => {
    unread = unread.filter((id) => !String(ids).split(',').includes(id));
    return null;
  });
  const { router, user } = renderPage(
    <>
      <Bell
        loadTexts={() => Promise.resolve(texts)}
        loadActions={() => Promise.resolve(() => null)}
      />
      <Looking at="/file" />
    </>,
    '/page?id=a',
  );
  await screen.findByRole('button', { name: 'Notifications (2 unread)' });
  expect(unread).toEqual(['3', '2']);
  await act(() => router.navigate('/page?id=b&sort=name'));
  await screen.findByRole('button', { name: 'Notifications (1 unread)' });
  await user.click(screen.getByText('look'));
  await screen.findByRole('button', { name: 'Notifications' });
  unread = ['4'];
  await queryClient.invalidateQueries();
  await screen.findByRole('button', { name: 'Notifications (1 unread)' });
  await user.click(screen.getByText('news'));
  await screen.findByRole('button', { name: 'Notifications' });
  queryClient.clear();
  shown.length = 0;
});

it('counts no more what its user has read in another tab', async () => {
  let unread = 2;
  const api = new FakeApi();
  api.on(endpoints.notifications.list, () => ({ content: [], totalElements: 2, unread }));
  const cache = new LiveCache(queryClient);
  const stops = notifications.liveRules.map((rules) => applyLiveRules(rules, connection, cache));
  renderPage(
    <Bell loadTexts={() => Promise.resolve([])} loadActions={() => Promise.resolve(() => null)} />,
  );
  await screen.findByRole('button', { name: 'Notifications (2 unread)' });
  unread = 0;
  listeners.get('notificationsRead')?.();
  await screen.findByRole('button', { name: 'Notifications' });
  stops.forEach((stop) => stop());
  cache.stop();
});

it('has the browser show what the user wants it to, and nothing in quiet hours', async () => {
  let rows: NotificationRow[] = [];
  const api = new FakeApi();
  api.on(endpoints.notifications.list, () => ({
    content: rows,
    totalElements: rows.length,
    unread: rows.length,
  }));
  const cache = new LiveCache(queryClient);
  const stops = notifications.liveRules.map((rules) => applyLiveRules(rules, connection, cache));
  renderPage(
    <Bell loadTexts={() => Promise.resolve([])} loadActions={() => Promise.resolve(() => null)} />,
  );
  await screen.findByRole('button', { name: 'Notifications' });
  const come = (id: string, isQuiet: boolean): void => {
    const row = { id, kind: 'spec.told', payload: {}, count: 1, isRead: false, isQuiet };
    rows = [{ ...row, createTime: '2026-11-28 05:00:00' }, ...rows];
    listeners.get('notificationAdded')?.();
  };
  come('1', true);
  await screen.findByRole('button', { name: 'Notifications (1 unread)' });
  come('2', false);
  await screen.findByRole('button', { name: 'Notifications (2 unread)' });
  await waitFor(() => expect(shown).toEqual(['2']));
  stops.forEach((stop) => stop());
  cache.stop();
});
