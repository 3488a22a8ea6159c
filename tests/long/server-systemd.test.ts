import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { intrude } from '../support/attack/intruder.js';
import { ApiClient } from '../support/platform/api-client.js';
import { BuiltVersions } from '../support/platform/built-versions.js';
import { workspace } from '../support/platform/platform.js';
import { ask, callThrough } from '../support/platform/steady-calls.js';
import { SystemdHost } from '../support/platform/systemd-host.js';
import { waitFor } from '../support/wait-for.js';

// A Debian is bootstrapped from its packages, and programs are copied: minutes on a machine that does other work.
jest.setTimeout(900_000);

const hostNumber = 22;
const address = `198.19.${String(hostNumber)}.2`;
const port = 8080;
const servers = ['clusterdesk-server@1', 'clusterdesk-server@2'];
const installer = 'sh /srv/checkout/deploy/systemd/install.sh';
const adminFile = '/etc/clusterdesk/first-admin.env';
/** Uploaded by the administrator, in the folder of the settings. */
const file = '/srv/files/home/admin/kept.txt';

let host: SystemdHost;
let versions: BuiltVersions;
let password: string;

const describeWithSystemd =
  SystemdHost.isPossible || process.env['CI'] === 'true' ? describe : describe.skip;

/** What the installer says, with what it complains of. */
const install = (words: string, command = installer): Promise<string> =>
  host.shell(`cd / && ${command} ${words} 2>&1 || echo "refused: $?"`, 600_000);

const pidOf = async (unit: string): Promise<number> =>
  Number(await host.shell(`systemctl show --property MainPID --value ${unit}`));

async function signIn(): Promise<ApiClient> {
  const client = new ApiClient(`http://${address}:${String(port)}`);
  await client.signIn('admin', password);
  return client;
}

async function versionNow(): Promise<string> {
  const { result } = await (await signIn()).expectOk(endpoints.operations.info, {});
  return result.version;
}

/** What calls came to besides an answer, each once. */
const unansweredOf = (results: readonly (number | string)[]): (number | string)[] => [
  ...new Set(results.filter((result) => result !== 200)),
];

describeWithSystemd('server and worker under systemd', () => {
  beforeAll(async () => {
    versions = new BuiltVersions();
    host = await SystemdHost.boot(hostNumber, {
      name: 'desk-host',
      packages: ['postgresql', 'perl'],
      shows: { [workspace]: '/srv/checkout', [versions.folder]: '/srv/versions' },
    });
  });
  afterAll(async () => {
    await host?.remove();
    versions?.remove();
  });

  test('an installation that lacks something is refused and changes nothing', async () => {
    expect(await install('')).toMatch(/^install.sh: DATABASE_URL is missing: .*\nrefused: 1\n$/);
    expect(await install('--workers many')).toContain('need numbers');
    const given = 'DATABASE_URL=postgresql://desk@localhost/desk';
    expect(await install('', `${given} PORT=80x ${installer}`)).toContain('PORT must be a number');
    const taken = `${given} PORT=5432 HOST=127.0.0.1 ${installer}`;
    expect(await install('', taken)).toMatch(/127\.0\.0\.1:5432 cannot be listened on/);
    const left =
      'ls -d /opt/clusterdesk /etc/clusterdesk /var/lib/clusterdesk 2>/dev/null; id -u clusterdesk 2>/dev/null; true';
    expect(await host.shell(left)).toBe('');
  });

  test('is installed with a database of this host, and signed in to with the password of the file', async () => {
    const key = `UPDATE_PUBLIC_KEY="$(sed '/---/d' /srv/versions/key/release-key.pub.pem | tr -d '\\n')"`;
    const folder = 'FILES_DIR=/srv/files BACKUP_DIR=/home/backups';
    const said = await install('--local-database', `${key} ${folder} ${installer}`);
    expect(said).toContain(`runs at http://desk-host:8080: clusterdesk-worker@1.service`);
    expect(said).toContain(adminFile);
    password = (await host.shell(`. ${adminFile} && echo "$ADMIN_PASSWORD"`)).trim();
    expect(said).not.toContain(password);
    await signIn();

    const modes = `stat -c '%a %U %n' /etc/clusterdesk /etc/clusterdesk/* /var/lib/clusterdesk /srv/files /home/backups`;
    expect((await host.shell(modes)).trim().split('\n')).toEqual([
      '700 root /etc/clusterdesk',
      '600 root /etc/clusterdesk/clusterdesk.env',
      `600 root ${adminFile}`,
      '750 clusterdesk /var/lib/clusterdesk',
      '750 clusterdesk /srv/files',
      '750 clusterdesk /home/backups',
    ]);
    for (const unit of [...servers, 'clusterdesk-worker@1']) {
      const owner = await host.shell(`ps -o user= -p ${String(await pidOf(unit))}`);
      expect([unit, owner.trim()]).toEqual([unit, 'clusterdesk']);
    }
    expect(await host.shell('systemctl is-enabled clusterdesk.target')).toBe('enabled\n');
    expect(await host.shell('curl -fsS "http://[::1]:8080/api/health/ready"')).toContain('"');
  });

  test('what it may not do keeps it from no upload and no backup', async () => {
    const client = await signIn();
    const form = new FormData();
    form.set('path', '/');
    form.set('file', new Blob(['kept']), 'kept.txt');
    const answer = await fetch(`${client.url}/api/user/info/uploadFile`, {
      method: 'POST',
      headers: { Authorization: client.token! },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ success: true });
    expect(await host.shell(`cat ${file}`)).toBe('kept');
    await client.expectOk(endpoints.backups.add, { withFiles: true });
    await waitFor('the backup', async () => {
      const { result } = await client.expectOk(endpoints.backups.list, {});
      return result.content[0]?.state === 'done';
    });
    expect(await host.shell('ls -A /home/backups')).not.toBe('');
  });

  test('a restart of its servers, one after the other, refuses no call', async () => {
    const before = await Promise.all(servers.map(pidOf));
    const results = await callThrough([address], port, async () => {
      for (const server of servers) {
        await host.shell(`systemctl restart ${server}`);
      }
    });
    expect(unansweredOf(results)).toEqual([]);
    const after = await Promise.all(servers.map(pidOf));
    expect(after.filter((pid) => pid === 0 || before.includes(pid))).toEqual([]);
  });

  test('while no server runs nobody else gets the port, and who calls waits for the next', async () => {
    await host.shell(`systemctl stop ${servers.join(' ')}`);
    expect(await Promise.all(servers.map(pidOf))).toEqual([0, 0]);
    const nobody = ['setpriv', '--reuid', '65534', '--clear-groups'];
    for (const account of [[], nobody]) {
      expect(intrude(port, undefined, [...host.enterNetwork, ...account])).toEqual([]);
    }
    expect(await ask(address, port)).toBe(200);
    await host.shell('systemctl start clusterdesk.target');
    await waitFor('both', async () => !(await Promise.all(servers.map(pidOf))).includes(0));
  });

  test('what is killed comes back by itself', async () => {
    const units = [...servers, 'clusterdesk-worker@1'];
    const before = await Promise.all(units.map(pidOf));
    await host.shell(`systemctl kill --kill-whom=main --signal=KILL ${units.join(' ')}`);
    expect(await ask(address, port)).toBe(200);
    await waitFor('all of it', async () => {
      const states = await host.shell(`systemctl is-active ${units.join(' ')} || true`);
      return states === 'active\n'.repeat(units.length);
    });
    const after = await Promise.all(units.map(pidOf));
    expect(after.filter((pid) => pid === 0 || before.includes(pid))).toEqual([]);
  });

  test('a bundle of another key, and one that cannot migrate, leave all as it is', async () => {
    const before = await Promise.all(servers.map(pidOf));
    const settings = await host.shell('cat /etc/clusterdesk/clusterdesk.env');
    await versions.publish('0.9.0');
    const bundle = "'/srv/versions/0.9.0 none/out/'*.bundle";
    await host.shell(`sed '1s/"bytes/"bites/' ${bundle} >/root/altered.bundle`);
    expect(await install('--from /root/altered.bundle')).toMatch(
      /UPDATE_PUBLIC_KEY has signed.*\nrefused: 1/,
    );

    await host.shell(`mkdir /root/broken && cd /root/broken && tail -n +2 ${bundle} | tar -xz`);
    await host.shell('echo "throw new Error(\'planted\')" >/root/broken/apps/server/dist/main.js');
    const broken = 'sh /root/broken/deploy/systemd/install.sh';
    expect(await install('', broken)).toMatch(
      /planted[^]*could not be brought up to date[^]*refused: 1/,
    );
    expect(await Promise.all(servers.map(pidOf))).toEqual(before);
    expect(await host.shell('cat /etc/clusterdesk/clusterdesk.env')).toBe(settings);
  });

  test('a version whose worker does not start gives way to the one before', async () => {
    const before = await versionNow();
    await host.shell(
      `cd /root/broken && tail -n +2 '/srv/versions/0.9.0 none/out/'*.bundle | tar -xz`,
    );
    await host.shell(
      'echo "throw new Error(\'planted\')" >/root/broken/apps/server/dist/worker.js',
    );
    const said = await install('', 'sh /root/broken/deploy/systemd/install.sh');
    expect(said).toMatch(/version 0\.9\.0 does not run, and the one before is back/);
    expect(await versionNow()).toBe(before);
    expect(await host.shell('systemctl is-active clusterdesk-worker@1')).toBe('active\n');
  });

  test('is upgraded by the installer of a bundle without a call refused', async () => {
    const results = await callThrough([address], port, async () => {
      const said = await install("--from '/srv/versions/0.9.0 none/out/'*.bundle");
      expect(said).toContain('ClusterDesk 0.9.0 runs at');
    });
    expect(unansweredOf(results)).toEqual([]);
    expect(await versionNow()).toBe('0.9.0');
    expect((await host.shell('ls /opt/clusterdesk/versions')).trim().split('\n')).toHaveLength(2);
    // A second run changes nothing, and one that asks for fewer servers leaves fewer.
    expect(
      await install('--servers 1', 'sh /opt/clusterdesk/current/deploy/systemd/install.sh'),
    ).toContain('ClusterDesk 0.9.0 runs at');
    expect(await pidOf('clusterdesk-server@2')).toBe(0);
    expect(await ask(address, port)).toBe(200);
  });

  test('left by the option of the installer, it leaves settings, files and database', async () => {
    expect(await install('--uninstall')).toContain(
      'data (/var/lib/clusterdesk, /srv/files, /home/backups)',
    );
    const left = 'ls -d /opt/clusterdesk /etc/systemd/system/clusterdesk* 2>/dev/null || true';
    expect(await host.shell(left)).toBe('');
    expect(await ask(address, port)).toBe('ECONNREFUSED');
    expect(await host.shell(`cat ${file}`)).toBe('kept');
    expect(await install('')).toContain('runs at');
    await signIn();
  });
});
