import {
  endpoints,
  type MonitorRecord,
  type Topic,
  type WorkbenchFigures,
} from '@clusterdesk/contracts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { queryClient, queryKeyOf } from '../../shared/api/query.js';
import { LiveConnection, type LiveSocket } from '../../shared/live/connection/live-connection.js';
import type { LiveRule } from '../../shared/live/rules/live-rules.js';
import { callerOf } from '../../shared/testing/caller.js';
import { FakeApi, Refusal } from '../../shared/testing/fake-api.js';
import { renderPage } from '../../shared/testing/render-page.js';
import { MenusContext } from '../menus/menus-context.js';

type Listener = (...args: unknown[]) => void;

/** A connection that the test speaks for, and what was watched over it. */
const listeners = new Map<string, Listener[]>();
const watched: Topic[] = [];
const socket = {
  id: 's1',
  connected: true,
  active: true,
  on: (name: string, listener: Listener) =>
    listeners.set(name, [...(listeners.get(name) ?? []), listener]),
  off: () => undefined,
  onAny: (listener: Listener) => listeners.set('*', [listener]),
  connect: () => undefined,
  disconnect: () => undefined,
  emit: () => undefined,
  timeout: () => ({
    emit: (_: 'watch', topic: Topic, answer: (error: null, ok: boolean) => void) => {
      watched.push(topic);
      answer(null, true);
    },
  }),
};
jest.unstable_mockModule('../../shared/live/connection/live-socket.js', () => ({
  createLiveConnection: () => new LiveConnection(socket as unknown as LiveSocket, () => true),
}));
const loadMonitoring = jest.fn((): readonly LiveRule[] => []);
jest.unstable_mockModule('../../features/monitoring/monitoring-live.js', () => ({
  clusterLiveRules: loadMonitoring(),
}));
jest.unstable_mockModule('../../features/monitoring/alerts/alert-live.js', () => ({
  alertLiveRules: loadMonitoring(),
}));
const { LiveProvider } = await import('../../shared/live/connection/live-provider.js');
const { useLiveRules } = await import('../../shared/live/rules/use-live-rules.js');
const { liveRules } = await import('../features.js');
const { monitorDataKey } = await import('../../features/monitoring/feature.js');
const { WorkbenchPage } = await import('./workbench-page.js');

const factsOf = (online: number): WorkbenchFigures => ({
  jobs: null,
  hosts: { online, total: 2, troubled: 2 - online },
  disk: null,
  projects: null,
  approvals: null,
  newShares: null,
  unreadNotifications: 0,
  setup: null,
  undeclaredProxyAt: null,
});
const say = (name: string, event: object): void =>
  act(() => listeners.get('*')?.forEach((listener) => listener(name, event)));

function Console(): ReactNode {
  useLiveRules(liveRules);
  return (
    <MenusContext value={{ tree: [], isAllowed: () => false }}>
      <WorkbenchPage />
    </MenusContext>
  );
}

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  api.on(endpoints.account.detail, callerOf(false));
  api.on(endpoints.desktops.mine, []);
});

it('hears of hosts that come and go, without their measurements and the code for these', async () => {
  let online = 2;
  api.on(endpoints.workbench.facts, () => factsOf(online));
  renderPage(
    <LiveProvider>
      <Console />
    </LiveProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(watched).toEqual([{ topic: 'hosts' }]));
  online = 1;
  say('nodeStatus', { nodeId: 'n1', hostname: 'n1', online: false });
  say('nodeAlertsChanged', { nodes: [{ nodeId: 'n1', alerts: [] }] });
  await waitFor(() =>
    expect(
      queryClient.getQueryData<WorkbenchFigures>(queryKeyOf(endpoints.workbench.facts, {}))?.hosts
        ?.online,
    ).toBe(1),
  );
  expect(loadMonitoring).not.toHaveBeenCalled();
  // Once a page has shown what hosts measure, the same events are written into that.
  expect(monitorDataKey).toEqual(queryKeyOf(endpoints.cluster.monitorData));
  queryClient.setQueryData<MonitorRecord[]>(queryKeyOf(endpoints.cluster.monitorData), []);
  say('nodeStatus', { nodeId: 'n1', hostname: 'n1', online: true });
  await waitFor(() => expect(loadMonitoring).toHaveBeenCalled());
});

it('keeps the room of what is still to be set up while that is asked for', async () => {
  let answer: (facts: WorkbenchFigures) => void = () => undefined;
  api.on(endpoints.account.detail, callerOf(true));
  api.on(endpoints.workbench.facts, () => new Promise((resolve) => (answer = resolve)));
  renderPage(
    <LiveProvider>
      <Console />
    </LiveProvider>,
  );
  const card = await screen.findByRole('region', { name: 'Finish setting up the platform' });
  const lines = (): (string | null)[] =>
    within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const before = lines();
  expect(card.getAttribute('aria-busy')).toBe('true');
  await waitFor(() => expect(api.callsOf(endpoints.workbench.facts)).toHaveLength(1));
  answer({
    ...factsOf(1),
    setup: {
      hasOwnPassword: true,
      hasMail: false,
      hasUsers: false,
      hasQueue: true,
      hasBackup: false,
      hasPublicUrl: false,
    },
  });
  await within(card).findByText('3 of 7 done');
  // Each step stands where it stood, in as much text.
  expect(lines().map((line) => line?.replace(/^(Done|To do):/, ''))).toEqual(before);
  within(card).getByRole('link', { name: 'Add or import users' });
  within(card).getByRole('link', { name: 'Back up the platform' });
  expect(within(card).queryByRole('link', { name: 'Create a queue' })).toBeNull();
});

it('says what waits for its user, and lets the rest work where that cannot be told', async () => {
  api.on(endpoints.workbench.facts, {
    ...factsOf(1),
    approvals: { awaitingMe: 3, pending: 0, ending: 1 },
    newShares: 2,
    disk: { usedBytes: 95, quotaBytes: 100 },
  });
  const { user } = renderPage(
    <LiveProvider>
      <Console />
    </LiveProvider>,
  );
  const card = await screen.findByRole('region', { name: 'Needs your attention' });
  await within(card).findByText('95% of your storage is used');
  const links = within(card).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1 host is down or has an alert', '/platformMonitoring'],
    ['95% of your storage is used', '/myDoc'],
    ['3 applications wait for your decision', '/aduitProject?me=2'],
    ['1 approval ends soon', '/aduitProject?me=1'],
    ['2 new shares received', '/receiveShare'],
  ]);
  // What it said stays, with a line that says since when, until it can be told again.
  api.on(endpoints.workbench.facts, () => {
    throw new Refusal(500, 'FAULT', 'It failed');
  });
  await act(() => queryClient.invalidateQueries());
  await within(card).findByText(/Could not be updated since/);
  within(card).getByText('2 new shares received');
  api.on(endpoints.workbench.facts, { ...factsOf(2), newShares: 0 });
  await user.click(within(card).getByRole('button', { name: 'Try again' }));
  await within(card).findByText('Nothing needs your attention.');
});
