import { endpoints } from '@clusterdesk/contracts';
import { it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
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
const { applyLiveRules } = await import('../../../shared/live/rules/use-live-rules.js');
const { notifications } = await import('../feature.js');
const { Bell } = await import('./bell.js');

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
