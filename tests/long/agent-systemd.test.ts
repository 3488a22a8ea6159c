import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type DesktopNode, type DesktopSession, endpoints } from '@clusterdesk/contracts';
import type { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform } from '../support/platform/platform.js';
import { SystemdHost } from '../support/platform/systemd-host.js';
import { waitFor } from '../support/wait-for.js';

// A Debian is bootstrapped from its packages: minutes on a machine that does other work.
jest.setTimeout(600_000);

const hostNumber = 21;
const passwords = { alice: 'secret-alice', bob: 'secret-bob' };
const unit = 'clusterdesk-agent.service';

let platform: TestPlatform;
let client: ApiClient;
let host: SystemdHost;
let command: string;

const describeWithSystemd =
  SystemdHost.isPossible || process.env['CI'] === 'true' ? describe : describe.skip;

async function desktopNow(): Promise<DesktopNode> {
  const { result } = await client.expectOk(endpoints.desktops.list, {});
  return result[0]!;
}

const isState = (state: DesktopNode['agent']['state']) => async (): Promise<boolean> =>
  (await desktopNow()).agent.state === state;

async function sessionsNow(): Promise<DesktopSession[]> {
  const { result } = await client.expectOk(endpoints.desktopSessions.list, {});
  return result.data;
}

const agentPid = async (): Promise<number> =>
  Number(await host.shell(`systemctl show --property MainPID --value ${unit}`));

describeWithSystemd('a host under systemd', () => {
  beforeAll(async () => {
    [platform, host] = await Promise.all([
      TestPlatform.start({ env: { LOCAL_AGENT: 'false', HOST: '0.0.0.0' } }),
      SystemdHost.boot(hostNumber, { name: 'rdp-host', accounts: passwords }),
    ]);
    client = await platform.signIn();
    // By the address at which that host reaches this one, as an operator says it: the command names no other.
    const origin = `http://198.19.${hostNumber}.1:${platform.port}`;
    await client.expectOk(endpoints.settings.save, { changes: { publicUrl: origin } });
    const { result } = await client.expectOk(endpoints.desktops.add, {
      desktopName: 'rdp_host',
      lanIp: `198.19.${hostNumber}.2`,
    });
    command = result.enrolment?.command ?? '';
  });
  afterAll(async () => {
    await host?.remove();
    await platform?.stop();
  });

  test('becomes a node by the command of its page, run as root', async () => {
    // A minimal Debian has no sudo, and root needs none.
    const said = await host.shell(command.replace('sudo sh', 'sh'));
    expect(said).toMatch(/^Agent \d+\.\d+\.\d+ runs\./m);
    await waitFor('the agent', isState('connected'));
    expect((await desktopNow()).agent.hostname).toBe('rdp-host');
    expect(await host.shell(`systemctl is-enabled ${unit}`)).toBe('enabled\n');
    const mode = 'stat -c "%a %U" /etc/clusterdesk-agent/agent.env /var/lib/clusterdesk-agent';
    expect(await host.shell(mode)).toBe('600 root\n700 root\n');
    await waitFor(
      'the token to be gone',
      async () => (await host.shell('ls /etc/clusterdesk-agent')) === 'agent.env\n',
    );
  });

  test('has its desktops of xrdp listed as logind knows them, and one is closed', async () => {
    const displays = [
      await host.openDesktop('alice', passwords.alice),
      await host.openDesktop('bob', passwords.bob),
    ];
    const sessions = await waitFor('both desktops', async () => {
      const all = await sessionsNow();
      return all.length === 2 && all;
    });
    expect(sessions.map(({ userName, kind }) => [userName, kind]).sort()).toEqual([
      ['alice', 'xrdp'],
      ['bob', 'xrdp'],
    ]);
    expect(sessions.map(({ display }) => display).sort()).toEqual(displays.sort());
    const known = 'loginctl --no-legend list-sessions';
    expect((await host.shell(known)).trim().split('\n')).toHaveLength(2);

    const { sessionId } = sessions.find(({ userName }) => userName === 'alice')!;
    const { result } = await client.expectOk(endpoints.desktopSessions.close, { sessionId });
    expect(result.closed).toBe(1);
    expect((await sessionsNow()).map(({ userName }) => userName)).toEqual(['bob']);
    expect((await host.shell(known)).trim()).toMatch(/^\S+\s+\d+\s+bob\b[^\n]*$/);
    // What she started there heeds no TERM. Her service manager may stay for a while.
    expect(await host.shell('pgrep -u alice "Xvnc|startwm.sh" || true')).toBe('');
  });

  test('has its agent started again when it was killed', async () => {
    const before = await agentPid();
    // 0 would be everybody in the group of the shell, which is this suite's.
    expect(before).toBeGreaterThan(0);
    await host.shell(`kill -KILL ${before}`);
    const pid = await waitFor('another', async () => {
      const now = await agentPid();
      // It is 0 while there is none.
      return now !== 0 && now !== before && now;
    });
    await waitFor('it to be connected', async () =>
      (await host.shell(`journalctl --output cat _PID=${pid}`)).includes('connected to'),
    );
    expect(await isState('connected')()).toBe(true);
    expect((await sessionsNow()).map(({ userName }) => userName)).toEqual(['bob']);
  });

  test('is upgraded by the same command, and left by the option of the installer', async () => {
    const before = await agentPid();
    const [fetch = ''] = command.split('|');
    expect(await host.shell(`${fetch} | sh`)).toMatch(/runs\./);
    expect(await agentPid()).not.toBe(before);
    await waitFor('the upgraded agent', isState('connected'));

    expect(await host.shell(`${fetch} | sh -s -- --uninstall --purge`)).toContain('are removed');
    await waitFor('it to be away', isState('away'));
    const left = 'ls -d /etc/clusterdesk-agent /usr/local/lib/clusterdesk-agent';
    expect(await host.shell(`${left} /etc/systemd/system/${unit} 2>/dev/null || true`)).toBe('');
    // The desktop of the user is none of the agent's business.
    expect(await host.shell('pgrep -u bob Xvnc')).toMatch(/^\d+\n$/);
  });
});
