import { endpoints, type MonitorRecord } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { callerOf } from '../../../shared/testing/caller.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';

// What draws the curves needs a canvas.
jest.unstable_mockModule('../components/load-chart.js', () => ({ LoadChart: () => null }));
const { MonitoringPage } = await import('./monitoring-page.js');

const { badReach, monitorData, alertRules, work, hostHistory } = endpoints.cluster;
const dayMs = 24 * 3_600_000;

const host = (hostname: string, online = true): MonitorRecord => ({
  nodeId: hostname,
  hostname,
  kind: 'compute',
  online,
  lastSeen: 1,
  cpuCount: 4,
  memoryBytes: 1,
  confinement: 'namespaces',
  acceptsJobs: true,
  protections: null,
  drainedReason: null,
  alerts: [],
  cpus: [],
  mems: [],
});

// The cards that are drawn are those in view: here as much as on a screen.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => 900 });

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  api.on(alertRules, { cpuPercent: 90, memoryPercent: null, minutes: 10, offlineMinutes: 1 });
  api.on(badReach, []);
  api.on(work, { runningJobs: 3, waitingJobs: 2, sessions: 4 });
  api.on(endpoints.account.detail, callerOf(true));
});
const show = (query = '') =>
  renderPage(
    <LiveProvider>
      <main>
        <MonitoringPage
          HostJobs={({ nodeId }) => <p>jobs of {nodeId}</p>}
          HostSessions={({ nodeId }) => <p>sessions of {nodeId}</p>}
        />
      </main>
    </LiveProvider>,
    `/platformMonitoring${query}`,
  );

describe('platform monitoring', () => {
  it('says that it loads, and how many hosts there are', async () => {
    const waiting = { ...host('calc-3'), lastSeen: null };
    api.on(monitorData, [host('calc-1'), host('calc-2', false), waiting]);
    const { container } = show();
    await screen.findByRole('status', { name: 'Loading' });
    await screen.findByText('3 hosts');
    screen.getByText('1 offline');
    screen.getByText('1 waiting');
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('shows what its address asks for, and keeps there what is chosen', async () => {
    api.on(monitorData, [host('calc-1'), host('calc-2', false), host('gpu-1')]);
    const { user, router } = show('?range=7d&sort=cpu&search=calc');
    await screen.findByText('2 of 3 shown');
    const [asked] = api.callsOf(monitorData);
    expect(Date.now() - Number(asked?.input['from'])).toBeGreaterThan(6.9 * dayMs);
    const search = screen.getByRole('textbox', { name: 'Search host names' });
    expect((search as HTMLInputElement).value).toBe('calc');
    await user.clear(search);
    await waitFor(() => expect(screen.queryByText(/shown/)).toBeNull());
    expect(router.state.location.search).toBe('?range=7d&sort=cpu');
    await user.type(search, 'GPU{Enter}');
    await screen.findByText('1 of 3 shown');
    expect(router.state.location.search).toBe('?range=7d&sort=cpu&search=GPU');
    // Searching asks the server for nothing.
    expect(api.callsOf(monitorData)).toHaveLength(1);
  });

  it('keeps the chosen order, state and range in the address, and asks for the range', async () => {
    const load = (used: number) => [{ time: Date.now(), used }];
    api.on(monitorData, [
      { ...host('calc-1', false), cpus: load(10), mems: load(90) },
      { ...host('calc-2', false), cpus: load(90), mems: load(10) },
      host('gpu-1'),
    ]);
    const { user, router } = show('?range=24h&search=calc');
    const choose = async (filter: string, option: string): Promise<void> => {
      await user.click(screen.getByRole('combobox', { name: filter }));
      await user.click(await screen.findByTitle(option));
    };
    const names = (): string[] =>
      screen.queryAllByRole('heading', { name: /^calc-/ }).map(({ textContent }) => textContent);
    await screen.findByText('2 of 3 shown');
    await waitFor(() => expect(names()).toEqual(['calc-1', 'calc-2']));
    await choose('Sort', 'Sort by CPU');
    await waitFor(() => expect(names()).toEqual(['calc-2', 'calc-1']));
    await choose('Status', 'Offline only');
    await choose('Time range', 'Last 6 hours');
    await waitFor(() => expect(api.callsOf(monitorData)).toHaveLength(2));
    const from = Number(api.callsOf(monitorData)[1]?.input['from']);
    expect((Date.now() - from) / 3_600_000).toBeCloseTo(6, 1);
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      range: '6h',
      search: 'calc',
      sort: 'cpu',
      state: 'offline',
    });
  });

  it('sums up all hosts, and leads on from there', async () => {
    const load = (used: number) => [{ time: Date.now(), used }];
    api.on(monitorData, [
      { ...host('calc-1'), cpus: load(20), mems: load(40) },
      { ...host('calc-2', false) },
    ]);
    const { user, router } = show();
    const overview = await screen.findByRole('region', { name: 'All hosts together' });
    await screen.findByText(
      'Alerts (dashed lines): CPU above 90% for 10 minutes, offline for 1 minute.',
    );
    expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe(
      '/systemeManagement?tab=values',
    );
    expect(overview.textContent).toContain('CPU of all hosts20.0%');
    const jobs = await within(overview).findByRole('link', { name: /Running jobs/ });
    await waitFor(() => expect(jobs.textContent).toBe('Running jobs32 waiting'));
    await user.click(within(overview).getByRole('button', { name: /Hosts in trouble/ }));
    await screen.findByText('1 of 2 shown');
    expect(router.state.location.search).toBe('?state=troubled');
    await user.click(within(overview).getByRole('button', { name: /Hosts in trouble/ }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('leads to the page of a host, over the same range, and back', async () => {
    const gib = 1024 ** 3;
    api.on(monitorData, [host('calc-1'), host('calc-2')]);
    api.on(hostHistory, {
      ...{ nodeId: 'calc-2', stepMs: 60_000, heardAt: 1 },
      points: [{ time: 1, load: 1.5, networkIn: 2048, networkOut: null, roundTripMs: 3 }],
      reach: { roundTripMs: 3, clockOffMs: -6_000, cutsOfDay: 2, lastCutAt: 1 },
      diskHealth: { heardAt: 1, problem: 'notInstalled', disks: [] },
      disks: [
        { mount: '/', sizeBytes: 10 * gib, usedBytes: gib, points: [] },
        { mount: '/data', sizeBytes: 10 * gib, usedBytes: 9 * gib, points: [] },
      ],
      gpus: [
        {
          ...{ index: 1, name: 'A100', used: 37, memoryBytes: 40 * gib, memoryUsedBytes: gib },
          ...{ temperature: 54, points: [], memoryPoints: [] },
        },
      ],
    });
    const { user, router } = show('?range=6h');
    await user.click(await screen.findByRole('link', { name: 'calc-2' }));
    expect(router.state.location.search).toBe('?range=6h&host=calc-2');
    await screen.findByRole('heading', { level: 1, name: 'calc-2' });
    const disks = within(await screen.findByRole('region', { name: 'Disks' }));
    // The fullest first.
    expect(disks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '/data9.00 GB of 10.00 GB 90%',
      '/1.00 GB of 10.00 GB 10%',
    ]);
    expect(screen.getByRole('region', { name: 'Network' }).textContent).toContain('In 2.00 KB/s');
    expect(screen.getByRole('region', { name: 'GPU 1 · A100' }).textContent).toMatch(
      /Use 37%Memory 1.00 GB of 40.00 GB54 °C$/,
    );
    const [asked] = api.callsOf(hostHistory);
    expect(asked?.input['nodeId']).toBe('calc-2');
    expect(screen.getByRole('region', { name: 'Way to the server' }).textContent).toMatch(
      /Round trip 3.0 msClock is 6 sec behindConnection lost 2 times in the last 24 hours/,
    );
    expect(screen.getByRole('region', { name: 'Disk health' }).textContent).toMatch(
      /smartctl is not installed/,
    );
    screen.getByText('jobs of calc-2');
    await user.click(screen.getByRole('link', { name: /All hosts/ }));
    await screen.findByText('2 hosts');
    expect(router.state.location.search).toBe('?range=6h');
  });

  it('says of a host what it has not told, and of one that is gone that it is', async () => {
    api.on(monitorData, [host('calc-1')]);
    api.on(hostHistory, {
      nodeId: 'calc-1',
      stepMs: 1,
      heardAt: null,
      points: [],
      disks: [],
      gpus: [],
      reach: null,
      diskHealth: null,
    });
    const { router } = show('?host=calc-1');
    await screen.findByText(/has not told its load/);
    await act(() => router.navigate('?host=other'));
    await screen.findByText('No such host');
  });

  it('says which hosts reach the server badly, and what to do', async () => {
    api.on(monitorData, [host('calc-1'), host('calc-2'), host('calc-3'), host('calc-4', false)]);
    api.on(badReach, [
      { nodeId: 'calc-2', roundTripMs: 700, clockOffMs: 0 },
      { nodeId: 'calc-3', roundTripMs: 5, clockOffMs: 9_000 },
      { nodeId: 'calc-4', roundTripMs: 700, clockOffMs: 0 },
    ]);
    show();
    const card = async (name: string) => (await screen.findByRole('article', { name })).textContent;
    await screen.findByText('Slow way to the server');
    expect(await card('calc-1')).not.toMatch(/server|Clock/);
    expect(await card('calc-2')).toMatch(/back takes 700 ms.*check its network/);
    expect(await card('calc-3')).toMatch(/Clock is 9 sec ahead, compared with the server/);
    // It is away altogether.
    expect(await card('calc-4')).not.toMatch(/server/);
  });

  it('shows the sessions of a desktop while it is there', async () => {
    api.on(monitorData, [
      { ...host('desk-1'), kind: 'desktop' },
      { ...host('desk-2', false), kind: 'desktop' },
    ]);
    api.on(hostHistory, {
      nodeId: 'desk-1',
      stepMs: 1,
      heardAt: null,
      points: [],
      disks: [],
      gpus: [],
      reach: null,
      diskHealth: null,
    });
    const { router } = show('?host=desk-1');
    await screen.findByText('sessions of desk-1');
    await act(() => router.navigate('?host=desk-2'));
    await screen.findByText(/offline, so nothing is known of its sessions/);
    expect(screen.queryByText(/^sessions of/)).toBeNull();
  });

  it('leads only administrators to settings and lists', async () => {
    api.on(endpoints.account.detail, callerOf(false));
    api.on(monitorData, [host('calc-1')]);
    show();
    await screen.findByText(/dashed lines/);
    await waitFor(() => expect(api.callsOf(endpoints.account.detail)).toHaveLength(1));
    await screen.findByText('4');
    expect(screen.queryByRole('link', { name: /Edit|jobs|sessions/ })).toBeNull();
  });

  it('says that nothing matches, and how to see all again', async () => {
    api.on(monitorData, [host('calc-1')]);
    const { user, router } = show('?state=offline&range=24h');
    await screen.findByText('No matching hosts');
    await user.click(screen.getByRole('button', { name: 'Show all hosts' }));
    await waitFor(() => expect(screen.queryByText('No matching hosts')).toBeNull());
    expect(router.state.location.search).toBe('?range=24h');
  });

  it('says that there are no hosts yet', async () => {
    api.on(monitorData, []);
    show();
    await screen.findByText('No hosts yet');
  });

  it('says what went wrong, and tries again when asked', async () => {
    let isAway = true;
    api.on(monitorData, () => {
      if (isAway) {
        throw new Refusal(403, 'NOT_ALLOWED', 'You may not look at hosts');
      }
      return [host('calc-1')];
    });
    const { user } = show();
    await screen.findByText('You may not look at hosts');
    isAway = false;
    await user.click(screen.getByRole('button', { name: /again|retry/i }));
    await screen.findByText('1 host');
  });
});
