import {
  endpoints,
  type ApplicationNode,
  type ApplicationPlan,
  type HostApplication,
  type PlannedNode,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../shared/api/query.js';
import { LiveProvider } from '../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../shared/testing/render-page.js';
import { ApplicationListPage } from './application-list-page.js';

const { list, types, nodes, output, plan, install, retry } = endpoints.applications;
let api: FakeApi;
let rows: HostApplication[];
let results: ApplicationNode[];

const applicationOf = (name: string, more: Partial<HostApplication> = {}): HostApplication => ({
  name,
  version: '1.0',
  type: 'tools',
  description: `What ${name} does`,
  descriptions: { cn: '', en: `What ${name} does` },
  kinds: ['compute'],
  installStatus: 0,
  message: '',
  nodes: { online: 3, installed: 0, outdated: 0, failed: 0, working: 0 },
  targets: { install: 3, uninstall: 0, update: 0, retry: 0 },
  ...more,
});

const noNodes = { online: 0, installed: 0, outdated: 0, failed: 0, working: 0 };
const noTargets = { install: 0, uninstall: 0, update: 0, retry: 0 };

const nodeOf = (nodeName: string, more: Partial<ApplicationNode> = {}): ApplicationNode => ({
  nodeId: `id-${nodeName}`,
  nodeName,
  kind: 'compute',
  online: true,
  installedVersion: null,
  isOnHost: null,
  runId: `run-${nodeName}`,
  action: 'install',
  state: 'succeeded',
  message: '',
  exitCode: 0,
  mayStillRun: false,
  startedAt: Date.now() - 60_000,
  endedAt: Date.now(),
  outputBytes: 0,
  ...more,
});

beforeEach(() => {
  rows = [
    applicationOf('htop'),
    applicationOf('tmux', {
      installStatus: 1,
      nodes: { online: 3, installed: 3, outdated: 0, failed: 0, working: 0 },
      targets: { install: 3, uninstall: 3, update: 3, retry: 0 },
    }),
    applicationOf('tree', {
      installStatus: 2,
      nodes: { online: 3, installed: 1, outdated: 0, failed: 0, working: 2 },
    }),
    applicationOf('vim', {
      message: 'Installing failed on 1 of 3 online nodes: The script failed.',
      nodes: { online: 3, installed: 2, outdated: 0, failed: 1, working: 0 },
      targets: { install: 3, uninstall: 3, update: 2, retry: 1 },
    }),
  ];
  results = [
    nodeOf('a-done', { installedVersion: '1.0' }),
    nodeOf('b-failed', { state: 'failed', exitCode: 100, message: 'The script failed.' }),
  ];
  api = new FakeApi();
  api.on(types, ['terminal', 'tools']);
  api.on(list, ({ name, type }) => {
    const data = rows.filter(
      (row) => row.name.includes(String(name ?? '')) && (!type || row.type === type),
    );
    return { data, total: data.length };
  });
  api.on(nodes, () => results);
  api.on(output, ({ nodeId, offset }) => {
    const text = `output of ${String(nodeId)}\n`;
    const from = Number(offset);
    return {
      runId: String(nodeId).replace('id-', 'run-'),
      offset: from,
      nextOffset: text.length,
      text: text.slice(from),
      isComplete: true,
    };
  });
});

const show = (url = '/applicationList'): RenderedPage =>
  renderPage(
    <LiveProvider>
      <ApplicationListPage />
    </LiveProvider>,
    url,
  );
const rowOf = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('button', { name })).closest('tr') as HTMLElement;
const actionsOf = async (name: string): Promise<string[]> =>
  within(await rowOf(name))
    .getAllByRole('button')
    .slice(1)
    .map((button) => button.textContent);

describe('the list', () => {
  it('says of each application where it is, and offers what can be done', async () => {
    const { container } = show();
    expect((await rowOf('htop')).textContent).toMatch(
      /htop1\.0What htop does.*Not installed by the platform0 of 3/,
    );
    expect(await actionsOf('htop')).toEqual(['Install']);
    expect((await rowOf('tmux')).textContent).toContain('Installed3 of 3');
    expect(await actionsOf('tmux')).toEqual(['Update', 'Uninstall']);
    expect((await rowOf('tree')).textContent).toContain('In progressRunning on 2 nodes');
    expect(await actionsOf('tree')).toEqual([]);
    expect((await rowOf('vim')).textContent).toContain('failed on 1 of 3 online nodes');
    expect(await actionsOf('vim')).toEqual(['Retry failed', 'Install', 'Update', 'Uninstall']);
    expect(api.callsOf(list)[0]?.input).toEqual({ pageNo: 0, pageSize: 20 });
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('offers no installation where no node that is online could take it', async () => {
    const message = 'No applicable node is online';
    rows = [applicationOf('desktop-only', { message, targets: noTargets, nodes: noNodes })];
    show();
    expect((await rowOf('desktop-only')).textContent).toContain(message);
    expect(screen.getByRole('button', { name: 'Install desktop-only' })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it('is narrowed by type and name, and says when nothing fits', async () => {
    const { user, router } = show('/applicationList?type=tools');
    await rowOf('htop');
    expect(api.callsOf(list)[0]?.input).toMatchObject({ type: 'tools' });
    await user.type(screen.getByRole('textbox', { name: 'Application name' }), 'zzz{Enter}');
    await screen.findByText('No matching applications');
    expect(router.state.location.search).toBe('?type=tools&name=zzz');
  });

  it('says what to do when there is nothing', async () => {
    rows = [];
    show();
    await screen.findByText('The catalog is empty');
  });

  it('says why it cannot be read', async () => {
    api.on(list, () => {
      throw new Refusal(409, 'NO', 'Not today');
    });
    show();
    await screen.findByText('Not today');
  });
});

describe('before a script runs', () => {
  const planOf = (...found: [string, Partial<PlannedNode>?][]): ApplicationPlan => ({
    scripts: [{ action: 'install', script: 'apt-get install htop' }],
    digest: 'd1',
    nodes: found.map(([nodeName, more]) => ({
      ...{ nodeId: `id-${nodeName}`, nodeName, kind: 'compute', action: 'install' },
      ...{ state: 'ready', installedVersion: null, isOnHost: null, ...more },
    })),
  });
  const ask = async (): Promise<RenderedPage & { dialog: HTMLElement }> => {
    const page = show();
    await page.user.click(await screen.findByRole('button', { name: 'Install htop' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('apt-get install htop');
    return { ...page, dialog };
  };

  it('it says what is on each host already, however it came there', async () => {
    api.on(
      plan,
      planOf(
        ['found', { isOnHost: true }],
        ['lost', { installedVersion: '0.9', isOnHost: false }],
        ['ours', { installedVersion: '1.0', isOnHost: true }],
        ['unknown'],
      ),
    );
    const { dialog } = await ask();
    const names = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      'found compute node · On the host, not by the platform',
      'lost compute node · installed by the platform: 0.9 · Installed, but its program is not on the host',
      'ours compute node · installed by the platform: 1.0',
      'unknown compute node',
    ]);
  });

  it('it is shown, with the hosts that it can run on, and those chosen get it', async () => {
    api.on(
      plan,
      planOf(['a'], ['b'], ['c', { state: 'offline' }], ['d', { installedVersion: '1.0' }]),
    );
    api.on(install, { nodes: 1 });
    results = [nodeOf('b', { state: 'running' }), nodeOf('a')];
    const { user, dialog, router } = await ask();
    expect(api.callsOf(plan)[0]?.input).toEqual({
      name: 'htop',
      version: '1.0',
      action: 'install',
    });
    const box = (name: RegExp): HTMLInputElement => within(dialog).getByRole('checkbox', { name });
    expect([box(/^a /).checked, box(/^b /).checked, box(/^d /).checked]).toEqual([
      ...[true, true, false],
    ]);
    expect(box(/^c .*offline/).disabled).toBe(true);
    expect(await findA11yFaults(dialog)).toEqual([]);
    await user.click(box(/^a /));
    expect(api.callsOf(install)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Install on 1 node' }));
    await screen.findByText('Started on 1 node');
    expect(api.callsOf(install)[0]?.input).toEqual({
      ...{ name: 'htop', version: '1.0', digest: 'd1', nodeIds: ['id-b'] },
    });
    // The output is open, without a further click.
    await screen.findByRole('log');
    expect(router.state.location.search).toBe('?app=htop');
    screen.getByRole('heading', { name: 'Output of b' });
  });

  it('a script that has changed since is refused, and the new one shown', async () => {
    api.on(plan, planOf(['a']));
    api.on(install, () => {
      api.on(plan, {
        ...planOf(['a']),
        digest: 'd2',
        scripts: [{ action: 'install', script: 'new' }],
      });
      throw new Refusal(409, 'APPLICATION_CHANGED', 'A script was changed');
    });
    const { user, dialog } = await ask();
    await user.click(within(dialog).getByRole('button', { name: 'Install on 1 node' }));
    await within(dialog).findByText('A script was changed');
    await within(dialog).findByText('new');
    api.on(install, { nodes: 1 });
    await user.click(within(dialog).getByRole('button', { name: 'Install on 1 node' }));
    await screen.findByText('Started on 1 node');
    expect(api.callsOf(install).map(({ input }) => input.digest)).toEqual(['d1', 'd2']);
  });

  it('nothing starts where no host is chosen', async () => {
    api.on(plan, planOf(['a', { state: 'offline' }]));
    const { dialog } = await ask();
    expect(within(dialog).getByRole('button', { name: 'Install' })).toHaveProperty(
      'disabled',
      true,
    );
  });
});

describe('the results', () => {
  it('show each node, what failed first, with its output', async () => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
    const { user, router } = show();
    await user.click(await screen.findByRole('button', { name: 'vim' }));
    const drawer = await screen.findByRole('dialog');
    await within(drawer).findByText('b-failed');
    const names = within(drawer)
      .getAllByText(/^(a-done|b-failed)$/)
      .map((cell) => cell.textContent.trim());
    expect(names).toEqual(['b-failed', 'a-done']);
    within(drawer).getByText('exit code 100');
    await user.click(within(drawer).getByRole('button', { name: 'Show the output of b-failed' }));
    await waitFor(() => expect(api.callsOf(output).length).toBeGreaterThan(0));
    expect(api.callsOf(output)[0]?.input).toMatchObject({
      ...{ name: 'vim', version: '1.0', nodeId: 'id-b-failed', offset: 0 },
    });
    within(drawer).getByRole('region', { name: 'Output of b-failed' });
    within(drawer).getByRole('heading', { name: 'Output of b-failed' });
    const inSight = scrolled.mock.contexts.at(-1) as Element;
    expect(inSight.contains(within(drawer).getByRole('log'))).toBe(true);
    expect(router.state.location.search).toBe('?app=vim');
  });

  it('tint the node whose output is shown', async () => {
    const { user } = show('/applicationList?app=vim');
    const drawer = await screen.findByRole('dialog');
    const button = await within(drawer).findByRole('button', { name: 'Show the output of a-done' });
    expect(button.closest('tr')?.className).not.toContain('shown');
    await user.click(button);
    expect(button.closest('tr')?.className).toContain('shown');
    await user.click(button);
    expect(button.closest('tr')?.className).not.toContain('shown');
  });

  it('stay where they are while scripts run, and are ranked anew when work begins', async () => {
    results = [nodeOf('a'), nodeOf('b', { state: 'running' }), nodeOf('c', { state: 'waiting' })];
    show('/applicationList?app=vim');
    const drawer = await screen.findByRole('dialog');
    const names = (): string[] =>
      within(drawer)
        .getAllByText(/^[a-d]$/)
        .map((cell) => cell.textContent);
    const become = async (...next: ApplicationNode[]): Promise<void> => {
      results = next;
      await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(nodes) }));
    };
    await within(drawer).findByText('a');
    expect(names()).toEqual(['b', 'c', 'a']);
    await become(
      nodeOf('d'),
      nodeOf('a'),
      nodeOf('c', { state: 'failed', exitCode: 1 }),
      nodeOf('b'),
    );
    await within(drawer).findByText('exit code 1');
    expect(names()).toEqual(['b', 'c', 'a', 'd']);
    await become(nodeOf('a'), nodeOf('b'), nodeOf('c', { state: 'asked' }), nodeOf('d'));
    await within(drawer).findByText('Sent');
    expect(names()).toEqual(['c', 'a', 'b', 'd']);
  });

  it('let what failed be retried', async () => {
    api.on(retry, { nodes: 1 });
    api.on(plan, {
      scripts: [{ action: 'install', script: 'again' }],
      digest: 'd1',
      nodes: [
        {
          ...{ nodeId: 'id-b-failed', nodeName: 'b-failed', kind: 'compute', action: 'install' },
          ...{ state: 'ready', installedVersion: null, isOnHost: null },
        },
      ],
    });
    const { user } = show('/applicationList?app=vim');
    const drawer = await screen.findByRole('dialog');
    await user.click(
      await within(drawer).findByRole('button', { name: 'Retry vim where it failed' }),
    );
    const button = await screen.findByRole('button', { name: 'Retry failed on 1 node' });
    await user.click(button);
    await waitFor(() => expect(api.callsOf(retry)).toHaveLength(1));
  });

  it('of what is on another page are opened by their address', async () => {
    const all = rows;
    api.on(list, ({ name }) => ({ data: name ? all : all.slice(0, 1), total: 4 }));
    show('/applicationList?app=vim');
    expect((await screen.findByRole('dialog')).textContent).toContain('What vim does');
  });
});
