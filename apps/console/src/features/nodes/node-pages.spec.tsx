import {
  endpoints,
  type ComputeNode,
  type DesktopNode,
  type Enrolment,
  type NodeAgent,
  type OwnDesktop,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../shared/api/query.js';
import { LiveProvider } from '../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../shared/testing/axe.js';
import { callerOf } from '../../shared/testing/caller.js';
import { FakeApi, Refusal } from '../../shared/testing/fake-api.js';
import { renderPage } from '../../shared/testing/render-page.js';
import {
  ComputeEditPage,
  ComputeListPage,
  DesktopEditPage,
  DesktopListPage,
  OnlineUsersPage,
  OwnDesktopsPage,
  UserAssignmentPage,
} from './node-pages.js';

const { desktops, calculations, desktopSessions, users } = endpoints;

const agentOf = (more: Partial<NodeAgent> = {}): NodeAgent => ({
  state: 'connected',
  lastSeen: 0,
  hostname: 'real-host',
  platform: 'linux x64 6.1',
  version: '1.0.0',
  cpuCount: 8,
  memoryBytes: 8_589_934_592,
  clonedHosts: [],
  invitedUntil: null,
  ...more,
});
const desktopOf = (id: string, more: Partial<DesktopNode> = {}): DesktopNode => ({
  id,
  desktopName: id,
  lanIp: '10.0.0.1',
  wanIp: '',
  desktopPort: 300,
  https: false,
  allowFiles: false,
  desktopUrl: '--',
  desktopDescribe: '',
  userInfos: [],
  userCount: 0,
  online: true,
  state: 1,
  onLineUsers: [],
  agent: agentOf(),
  ...more,
});
const hostOf = (id: string, more: Partial<ComputeNode> = {}): ComputeNode => ({
  id,
  calculationName: id,
  lanIp: '10.0.0.2',
  calculationDescribe: '',
  online: true,
  state: 1,
  cpus: 8,
  cpuUsed: null,
  queues: [],
  acceptsJobs: true,
  drainedReason: null,
  isHeld: false,
  agent: agentOf(),
  ...more,
});
const enrolment: Enrolment = {
  id: 'new',
  origin: 'https://hpc.example',
  isOriginGuessed: false,
  others: [],
  command: '{ echo "AGENT_TOKEN=\'t\'"; } | sudo sh',
  expiresAt: '2026-01-01 00:00:00',
};

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
});
const show = (page: React.ReactNode, url?: string) =>
  renderPage(<LiveProvider>{page}</LiveProvider>, url);
const confirmDialog = async (name: string): Promise<void> => {
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name }));
};

describe('the list of desktops', () => {
  it('says of each where it is, who has it, who is on it, and how its agent is doing', async () => {
    api.on(desktops.list, [
      desktopOf('desk_1', {
        wanIp: 'a.example.org',
        desktopUrl: 'a.example.org:300/main/home',
        userInfos: [{ id: 'u1', userName: 'alice', realName: 'Alice A' }],
        userCount: 1,
        onLineUsers: [{ id: 'u1', userName: 'alice' }],
      }),
      desktopOf('desk_2', { agent: agentOf({ state: 'invited' }) }),
      desktopOf('desk_3', { online: false, agent: agentOf({ state: 'away' }) }),
    ]);
    const { container } = show(<DesktopListPage />);
    const first = (await screen.findByText('desk_1')).closest('tr')?.textContent ?? '';
    expect(first).toMatch(/desk_1Online1/);
    expect(first).toContain('a.example.org:300/main/home');
    expect(screen.getByText('desk_2').closest('tr')?.textContent).toContain('No agent yet');
    expect(screen.getByText('desk_3').closest('tr')?.textContent).toContain('Offline');
    const assign = screen.getByRole('link', { name: 'Assign users to desk_1' });
    expect(decodeURIComponent(assign.getAttribute('href') ?? '')).toBe(
      '/userAssignment?row={"id":"desk_1","desktopName":"desk_1"}',
    );
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('says in full on hover what may be cut, describes each, and has one sign for nothing', async () => {
    const wanIp = 'render.visualisation.research.example.org';
    const url = `${wanIp}:300/main/home`;
    api.on(desktops.list, [
      desktopOf('desk_1', { wanIp, desktopUrl: url, desktopDescribe: 'Statistics' }),
      desktopOf('desk_2', { onLineUsers: [{ id: null, userName: 'root' }] }),
      desktopOf('desk_3', { online: false, agent: agentOf({ state: 'away' }) }),
    ]);
    show(<DesktopListPage />);
    for (const text of ['desk_1', url, 'Statistics']) {
      expect((await screen.findByText(text)).title).toBe(text);
    }
    const textOf = (name: string) => screen.getByText(name).closest('tr')?.textContent;
    expect(textOf('desk_2')).toMatch(/^desk_2Online110\.0\.0\.1--Nobody/);
    // Whoever is on a desktop that is offline is not known.
    expect(textOf('desk_3')).toMatch(/^desk_3Offline--10\.0\.0\.1--Nobody/);
  });

  it('deletes a desktop when one is sure, and says why where that is refused', async () => {
    api.on(desktops.list, [desktopOf('desk_1', { userCount: 2 })]);
    api.on(desktops.remove, () => {
      throw new Refusal(404, 'NODE_NOT_FOUND', 'There is no such node');
    });
    show(<DesktopListPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete desk_1' }));
    await screen.findByText(/the 2 users it is assigned to/);
    await confirmDialog('Delete');
    await screen.findByText('There is no such node');
    expect(api.callsOf(desktops.remove).map(({ input }) => input)).toEqual([{ id: 'desk_1' }]);
  });

  it('sorts all pages by a head, by key too, and remembers that', async () => {
    localStorage.setItem('userId', '7');
    const numbers = Array.from({ length: 21 }, (_, at) => at + 1);
    api.on(
      desktops.list,
      numbers.map((at) =>
        desktopOf(`desk_${at}`, {
          online: at !== 20,
          agent: agentOf({ state: at === 20 ? 'away' : 'connected' }),
          onLineUsers: at === 21 ? [{ id: 'u1', userName: 'alice' }] : [],
        }),
      ),
    );
    const first = () => screen.getAllByRole('row')[1]?.textContent ?? '';
    const { user } = show(<DesktopListPage />);
    (await screen.findByRole('button', { name: 'Desktop name' })).focus();
    await user.keyboard('{Enter}{Enter}');
    expect(first()).toMatch(/^desk_21/);
    expect(
      screen.getByRole('columnheader', { name: 'Desktop name' }).getAttribute('aria-sort'),
    ).toBe('descending');
    await user.click(screen.getByRole('button', { name: 'Status' }));
    expect(first()).toMatch(/^desk_20Offline/);
    await user.click(screen.getByRole('button', { name: 'Online users' }));
    await user.click(screen.getByRole('button', { name: 'Online users' }));
    expect(first()).toMatch(/^desk_21Online1/);
    cleanup();
    show(<DesktopListPage />);
    await screen.findByText('desk_21');
    expect(first()).toMatch(/^desk_21/);
  });

  it('offers the first step where there is none', async () => {
    api.on(desktops.list, []);
    show(<DesktopListPage />);
    await screen.findByText('No desktop nodes yet');
  });

  it('offers a way back from a search without a match', async () => {
    api.on(desktops.list, []);
    show(<DesktopListPage />, '/desktopDot?search=zzz');
    await screen.findByText('No matching nodes');
    expect(api.callsOf(desktops.list).at(-1)?.input).toEqual({ search: 'zzz' });
  });

  it('gives a new command and shuts an agent out from the agent’s dialog', async () => {
    let invitedUntil: string | null = null;
    api.on(desktops.list, () => [desktopOf('desk_1', { agent: agentOf({ invitedUntil }) })]);
    api.on(desktops.enrol, () => {
      invitedUntil = enrolment.expiresAt;
      return enrolment;
    });
    api.on(desktops.revoke, null);
    show(<DesktopListPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Agent of desk_1' }));
    await screen.findByText('real-host');
    fireEvent.click(screen.getByRole('button', { name: 'New enrollment command' }));
    expect((await screen.findByLabelText('Enrollment command')).textContent).toBe(
      enrolment.command,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Revoke' }));
    await screen.findAllByText('Revoke the agent of “desk_1”?');
    const question = screen.getAllByRole('dialog').at(-1) as HTMLElement;
    fireEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(api.callsOf(desktops.revoke)).toHaveLength(1));
  });
});

describe('adding a desktop', () => {
  const fill = (label: string, value: string): void => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  };

  it('derives the address, shows the command once and turns green when the agent comes', async () => {
    let agent = agentOf({ state: 'invited', hostname: null });
    api.on(desktops.add, { id: 'new', enrolment });
    api.on(desktops.info, () => desktopOf('new', { agent }));
    show(<DesktopEditPage />);
    fill('Desktop name', 'desk_1');
    fill('LAN IP', '10.0.0.1');
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('--');
    fill('WAN address', 'a.example.org');
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe(
        'a.example.org:300/main/home',
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText('desk_1 added');
    await screen.findByText('Waiting for the agent…');
    screen.getByRole('button', { name: /Copy command/ });
    agent = agentOf();
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(desktops.info) }));
    await screen.findByText('Agent connected: real-host');
    expect(screen.queryByLabelText('Enrollment command')).toBeNull();
  });

  it('refuses what breaks a rule beside its field, and asks nobody', async () => {
    show(<DesktopEditPage />);
    fill('Desktop name', '1desk');
    fill('LAN IP', '10.0.0.999');
    fill('WAN address', 'a b');
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText(/name begins with a letter/);
    await screen.findByText(/LAN address is an IPv4 address/);
    await screen.findByText(/WAN address is an IPv4 address or a domain name/);
    expect(api.callsOf(desktops.add)).toEqual([]);
  });

  it.each(['-1', '65536', '1.5', 'abc', '1e3', ''])(
    'keeps a port of %j as it was typed, refuses it, and derives no address from it',
    async (port) => {
      show(<DesktopEditPage />);
      fill('Desktop name', 'desk_1');
      fill('LAN IP', '10.0.0.1');
      fill('WAN address', 'a.example.org');
      fill('Port', port);
      const field = screen.getByLabelText<HTMLInputElement>('Port');
      fireEvent.blur(field);
      fireEvent.click(screen.getByRole('button', { name: 'Add' }));
      await screen.findByText(
        port === '' ? 'Please enter a port' : 'A port is a whole number from 0 to 65535',
      );
      expect(field.value).toBe(port);
      expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('--');
      expect(api.callsOf(desktops.add)).toEqual([]);
    },
  );

  it('of an id edits that desktop and goes back to the list', async () => {
    api.on(desktops.info, desktopOf('d1', { wanIp: 'a.example.org', desktopPort: 443 }));
    api.on(desktops.add, { id: 'd1', enrolment: null });
    show(<DesktopEditPage />, '/editDesktopDot?id=d1');
    fill('LAN IP', (await screen.findByLabelText<HTMLInputElement>('LAN IP')).value + '2');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('another page');
    expect(api.callsOf(desktops.add)[0]?.input).toEqual({ id: 'd1', lanIp: '10.0.0.12' });
  });

  it('warns where it is not https, and shows the right to files to system administrators alone', async () => {
    api.on(endpoints.account.detail, callerOf(true));
    api.on(desktops.info, desktopOf('d1', { wanIp: 'a.example.org' }));
    api.on(desktops.add, { id: 'd1', enrolment: null });
    show(<DesktopEditPage />, '/editDesktopDot?id=d1');
    expect((await screen.findByRole('note')).textContent).toMatch(/^Without https/);
    fireEvent.click(screen.getByLabelText('Open with https'));
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
    fireEvent.click(await screen.findByLabelText("Let this host access its users' files"));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('another page');
    expect(api.callsOf(desktops.add)[0]?.input).toMatchObject({ https: true, allowFiles: true });
  });

  it('says so when the desktop of an id is gone', async () => {
    api.on(desktops.info, () => {
      throw new Refusal(404, 'NODE_NOT_FOUND', 'gone');
    });
    show(<DesktopEditPage />, '/editDesktopDot?id=d1');
    await screen.findByText('This node no longer exists');
  });
});

describe('assigning users', () => {
  const row = encodeURIComponent('{"id":"d1","desktopName":"d1"}');
  const personOf = (id: string) => ({ id, userName: id, realName: null });

  it('moves people between two lists with a search each, and saves whom it added and took away', async () => {
    api.on(desktops.info, desktopOf('d1', { userInfos: [personOf('alice')], userCount: 1 }));
    api.on(users.listAll, ({ name }) =>
      ['alice', 'bob', 'carol'].filter((id) => id.includes(String(name ?? ''))).map(personOf),
    );
    api.on(desktops.add, { id: 'd1', enrolment: null });
    const { container } = show(<UserAssignmentPage />, `/userAssignment?row=${row}`);
    const free = within(await screen.findByRole('region', { name: 'Not assigned' }));
    const taken = within(screen.getByRole('region', { name: 'Assigned users' }));
    fireEvent.click(await free.findByText('bob'));
    expect(free.queryByText('alice')).toBeNull();
    fireEvent.click(free.getByRole('button', { name: /Assign \(1\)/ }));
    await taken.findByText('bob');
    fireEvent.click(taken.getByText('alice'));
    fireEvent.click(taken.getByRole('button', { name: /Remove \(1\)/ }));
    await free.findByText('alice');
    expect(await findA11yFaults(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('another page');
    expect(api.callsOf(desktops.add)[0]?.input).toEqual({
      id: 'd1',
      addUserIds: ['bob'],
      removeUserIds: ['alice'],
    });
  });

  it('assigns whom one knows by name at once, and offers nobody twice', async () => {
    api.on(desktops.info, desktopOf('d1', { userInfos: [personOf('alice')], userCount: 1 }));
    const asked: string[] = [];
    api.on(users.listAll, ({ name }) => {
      asked.push(String(name ?? ''));
      return ['alice', 'alicia'].filter((id) => id.includes(String(name ?? ''))).map(personOf);
    });
    show(<UserAssignmentPage />, `/userAssignment?row=${row}`);
    const field = await screen.findByRole('combobox', { name: 'Assign by name' });
    fireEvent.mouseDown(field);
    fireEvent.change(field, { target: { value: 'ali' } });
    await waitFor(() => expect(asked).toContain('ali'));
    const offered = () =>
      [...document.querySelectorAll('.ant-select-item-option')].map((item) => item.textContent);
    await waitFor(() => expect(offered()).toEqual(['alicia']));
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    const taken = within(screen.getByRole('region', { name: 'Assigned users' }));
    await taken.findByText('alicia');
    taken.getByText('alice');
  });

  it('says how many that are picked a search hides, and keeps the focus when they are moved', async () => {
    api.on(desktops.info, desktopOf('d1'));
    api.on(users.listAll, ({ name }) =>
      ['alice', 'bob'].filter((id) => id.includes(String(name ?? ''))).map(personOf),
    );
    show(<UserAssignmentPage />, `/userAssignment?row=${row}`);
    const free = within(await screen.findByRole('region', { name: 'Not assigned' }));
    fireEvent.click(await free.findByText('bob'));
    expect(free.queryByText(/not in this search/)).toBeNull();
    fireEvent.change(free.getByRole('textbox', { name: 'Search users' }), {
      target: { value: 'alice' },
    });
    fireEvent.click(free.getByRole('button', { name: 'Search' }));
    await free.findByText('1 selected user is not in the search results');
    fireEvent.click(free.getByRole('button', { name: /Assign \(1\)/ }));
    await waitFor(() => expect(free.queryByText(/not in this search/)).toBeNull());
    expect(document.activeElement?.textContent).toContain('Not assigned');
    within(screen.getByRole('region', { name: 'Assigned users' })).getByText('bob');
  });

  it.each(['', '?row=%7Bbroken', '?row=%22text%22'])(
    'of an address like %j finds no node',
    async (query) => {
      show(<UserAssignmentPage />, `/userAssignment${query}`);
      await screen.findByText('This node no longer exists');
    },
  );
});

describe('compute nodes', () => {
  it('are listed with what keeps jobs from them', async () => {
    api.on(calculations.list, [
      hostOf('c1', { queues: ['fast', 'slow'], cpuUsed: 42.4 }),
      hostOf('c2', { drainedReason: 'Its disk is full' }),
      hostOf('c3', { acceptsJobs: false }),
      hostOf('c4', { agent: agentOf({ clonedHosts: ['one', 'two'] }) }),
    ]);
    show(<ComputeListPage />);
    expect((await screen.findByText('c1')).closest('tr')?.textContent).toContain('842%fast, slow');
    expect(screen.getByText('c2').closest('tr')?.textContent).toContain('Out of service');
    expect(screen.getByText('c3').closest('tr')?.textContent).toContain('Accepts no jobs');
    expect(screen.getByText('c4').closest('tr')?.textContent).toContain('Duplicate credentials');
    fireEvent.click(screen.getByRole('button', { name: 'Agent of c4' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'credentials of one node: one, two.',
    );
  });

  it('are taken out of service and returned by a click', async () => {
    let isHeld = false;
    api.on(calculations.list, () => [
      hostOf('c1', { isHeld, drainedReason: isHeld ? 'held' : null }),
    ]);
    api.on(calculations.hold, (input) => {
      isHeld = input['isHeld'] === true || input['isHeld'] === 'true';
      return null;
    });
    show(<ComputeListPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Take out of service: c1' }));
    const release = await screen.findByRole('button', { name: 'Return to service: c1' });
    expect(screen.getByText('Out of service')).toBeTruthy();
    fireEvent.click(release);
    await screen.findByRole('button', { name: 'Take out of service: c1' });
  });

  it('have their name looked up when its field is left, and any refusal is shown', async () => {
    api.on(calculations.findName, () => {
      throw new Refusal(409, 'NODE_NAME_TAKEN', 'Another host has this name');
    });
    show(<ComputeEditPage />);
    const name = screen.getByLabelText('Host name');
    fireEvent.change(name, { target: { value: 'node1' } });
    expect(api.callsOf(calculations.findName)).toEqual([]);
    fireEvent.blur(name);
    await screen.findByText('Another host has this name');
    expect(api.callsOf(calculations.findName).map(({ input }) => input)).toEqual([
      { calculationName: 'node1' },
    ]);
  });
});

describe('desktop sessions', () => {
  const session = {
    id: 'u1',
    sessionId: 's1',
    userName: 'alice',
    realName: 'Alice A',
    desktopName: 'desk_1',
    lanIp: '10.0.0.1',
    wanIp: '',
    kind: 'vnc' as const,
    display: ':1',
    since: '2026-01-01 00:00:00',
    idleSince: null,
  };

  it('are closed one by one when one is sure', async () => {
    api.on(desktopSessions.list, { data: [session], totalRow: 1 });
    api.on(desktopSessions.close, { closed: 1 });
    const { container } = show(<OnlineUsersPage />);
    await screen.findByText('1 desktop session');
    expect(await findA11yFaults(container)).toEqual([]);
    fireEvent.click(
      screen.getByRole('button', { name: 'Close the desktop of alice on desk_1 (VNC :1)' }),
    );
    await confirmDialog('Close');
    await screen.findByText('Session closed');
    expect(api.callsOf(desktopSessions.close)[0]?.input).toEqual({ userId: 'u1', sessionId: 's1' });
  });

  it('that their host does not end stay, with the reason', async () => {
    api.on(desktopSessions.list, { data: [{ ...session, id: null }], totalRow: 1 });
    api.on(desktopSessions.close, () => {
      throw new Refusal(403, 'DESKTOP_AGENT_AWAY', 'The desktop desk_1 did not answer');
    });
    show(<OnlineUsersPage />);
    fireEvent.click(await screen.findByRole('button', { name: /^Close the desktop of alice/ }));
    await confirmDialog('Close');
    await screen.findByText('The desktop desk_1 did not answer');
    expect(api.callsOf(desktopSessions.close)[0]?.input).toEqual({ sessionId: 's1' });
  });

  it('of one user on one desktop are told apart where one is closed', async () => {
    const second = { ...session, sessionId: 's2', kind: 'logind' as const, display: '' };
    api.on(desktopSessions.list, { data: [session, second], totalRow: 2 });
    show(<OnlineUsersPage />);
    const name = 'Close the desktop of alice on desk_1';
    await screen.findByRole('button', { name: `${name} (VNC :1)` });
    fireEvent.click(screen.getByRole('button', { name: `${name} (Screen)` }));
    await screen.findAllByText(`${name} (Screen)?`);
  });

  it('of desktops that are offline are said not to be known', async () => {
    api.on(desktopSessions.list, { data: [], totalRow: 0, away: ['a_1', 'a_2', 'a_3', 'a_4'] });
    show(<OnlineUsersPage />);
    await screen.findByText(
      'These desktops are offline, so their users are unknown: a_1, a_2, a_3 and 1 more',
    );
    screen.getByText('No known desktop sessions');
    expect(screen.queryByText('Nobody is using a desktop now')).toBeNull();
    api.on(desktopSessions.list, { data: [session], totalRow: 1, away: ['a_1'] });
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(desktopSessions.list) }));
    await screen.findByText('These desktops are offline, so their users are unknown: a_1');
  });

  it('are nobody’s where nobody is on a desktop', async () => {
    api.on(desktopSessions.list, { data: [], totalRow: 0 });
    show(<OnlineUsersPage />);
    await screen.findByText('Nobody is using a desktop now');
  });
});

describe("the user's own desktops", () => {
  const ownOf = (desktopName: string, more: Partial<OwnDesktop> = {}): OwnDesktop => ({
    id: desktopName,
    desktopName,
    desktopDescribe: '',
    desktopUrl: 'a.example.org:300/main/home',
    openUrl: 'http://a.example.org:300/main/home',
    online: true,
    trouble: '',
    ...more,
  });

  it('each opens, or says why not', async () => {
    api.on(desktops.mine, [
      ownOf('open_one', { desktopDescribe: 'Statistics' }),
      ownOf('bare_one', { openUrl: null }),
      ownOf('away_one', { online: false }),
      ownOf('gone_one', { online: false, trouble: 'Offline, last heard from at noon.' }),
      ownOf('far_one', { trouble: 'Far from the platform.' }),
      ownOf('lost_one', { openUrl: null, trouble: 'Far from the platform.' }),
    ]);
    const { container } = show(<OwnDesktopsPage />);
    const textOf = async (name: string) =>
      (await screen.findByText(name)).closest('tr')?.textContent;
    expect(await textOf('open_one')).toBe('open_oneOnlineStatisticsOpen');
    expect(await textOf('bare_one')).toMatch(/Online--This desktop has no address/);
    expect(await textOf('away_one')).toMatch(/Offline--This desktop is offline/);
    expect(await textOf('gone_one')).toMatch(/Offline--Offline, last heard from at noon\.$/);
    expect(await textOf('far_one')).toMatch(/Online--Far from the platform\.Open$/);
    expect(await textOf('lost_one')).toMatch(/Online--This desktop has no address/);
    const buttons = screen.getAllByRole('button', { name: /in a new window/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Open open_one in a new window',
      'Open far_one in a new window',
    ]);
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('says to whom none is assigned what to do', async () => {
    api.on(desktops.mine, []);
    show(<OwnDesktopsPage />);
    await screen.findByText('No desktop is assigned to you');
    screen.getByText(/Ask an administrator/);
  });
});
