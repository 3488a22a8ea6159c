import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listProcesses } from '@clusterdesk/host';
import { ip, NetworkNamespace } from '../../../agent/testing/network-namespace.js';
import { waitFor } from '../wait-for.js';

const run = promisify(execFile);

/** What `boot` runs. */
const programs = ['mmdebstrap', 'systemd-nspawn', 'ip', 'setpriv', 'nsenter'];
/** What every host has: an init, a login service, and a fetcher for the installer. */
const commonPackages = 'systemd-sysv,dbus,libpam-systemd,procps,curl,ca-certificates'.split(',');
/** What a host of remote desktops has besides. */
const desktopPackages = ['xrdp', 'tigervnc-standalone-server'];

export interface SystemdHostOptions {
  name: string;
  /** Of Debian, beside what every host has; default: those of remote desktops. */
  packages?: readonly string[];
  /** Names and passwords. */
  accounts?: Readonly<Record<string, string>>;
  /** Folders of this host that it sees, too, and where. */
  shows?: Readonly<Record<string, string>>;
}

const release = (): string =>
  /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
/** The machine's own lists bring its mirror and its keys along. */
const aptSources = '/etc/apt/sources.list.d/debian.sources';

/**
 * A Debian of its own under systemd, with logind, beside this one: in a container, with an address of its own. It is
 * made anew from Debian's packages, which takes half a minute. Needs root.
 */
export class SystemdHost {
  private constructor(
    private readonly dir: string,
    private readonly namespace: NetworkNamespace,
    private readonly container: ChildProcess,
    private readonly init: number,
  ) {}

  static readonly isPossible =
    process.getuid?.() === 0 &&
    programs.every((name) => {
      try {
        execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
        return true;
      } catch {
        return false;
      }
    });

  /** @param number 1 to 254: its address is 198.19.<number>.2, this host's on the way to it ends in 1 */
  static async boot(
    number: number,
    { name: hostname, packages = desktopPackages, accounts = {}, shows = {} }: SystemdHostOptions,
  ): Promise<SystemdHost> {
    const dir = mkdtempSync('/var/lib/clusterdesk-systemd-');
    const root = join(dir, 'root');
    const include = `--include=${[...commonPackages, ...packages].join(',')}`;
    const words = ['-q', '--variant=minbase', include, release(), root, aptSources];
    await run('mmdebstrap', words, { maxBuffer: 16 * 1024 * 1024 });
    furnish(root, hostname);
    if (packages === desktopPackages) {
      keepDesktops(root);
    }
    for (const [account, password] of Object.entries(accounts)) {
      execFileSync('chroot', [root, 'useradd', '--create-home', account]);
      execFileSync('chroot', [root, 'chpasswd'], { input: `${account}:${password}\n` });
    }
    const name = `cds${String(number)}p${String(process.pid % 1_000_000)}`;
    const holder = ['sh', '-c', 'echo up; exec sleep infinity'];
    const namespace = await NetworkNamespace.open(name, holder);
    ip('address', 'add', `198.19.${String(number)}.1/24`, 'dev', namespace.near);
    namespace.plug();
    namespace.setAddress(`198.19.${String(number)}.2/24`);
    const container = startContainer(root, hostname, namespace, shows);
    const init = await waitFor('the init of the host', () =>
      listProcesses().find(({ parentPid }) => parentPid === container.pid),
    );
    const host = new SystemdHost(dir, namespace, container, init.pid);
    try {
      await waitFor('the host to be up', () => host.isUp(), 60_000, 500);
    } catch (error) {
      await host.remove();
      throw error;
    }
    return host;
  }

  /** @throws Error that names the services that failed */
  private async isUp(): Promise<boolean> {
    const state = await this.shell('systemctl is-system-running || true');
    if (state === 'degraded\n') {
      throw new Error(await this.shell('systemctl --failed --no-pager --no-legend'));
    }
    return state === 'running\n';
  }

  /** Runs a line in a shell as root of that host. @returns what it printed. @throws Error if it fails */
  async shell(line: string, timeoutMs = 60_000): Promise<string> {
    const words = ['-t', String(this.init), '-m', '-u', '-i', '-n', '-p', '-C', '--'];
    const { stdout } = await run('nsenter', [...words, 'sh', '-c', line], {
      timeout: timeoutMs,
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    });
    return stdout;
  }

  /** The command that runs a program of this host at the other one's addresses. */
  get enterNetwork(): string[] {
    return ['nsenter', '-t', String(this.init), '-n', '--'];
  }

  /** Starts a desktop as xrdp does when its client has signed in. @returns its display */
  async openDesktop(account: string, password: string): Promise<string> {
    const said = await this.shell(`xrdp-sesrun -t Xvnc -p ${password} ${account}`);
    const [, display] = /display=(:\d+)/.exec(said) ?? [];
    if (display === undefined) {
      throw new Error(`xrdp started no desktop: ${said}`);
    }
    return display;
  }

  /** Switches it off, and nothing of it stays. */
  async remove(): Promise<void> {
    const exit = once(this.container, 'exit');
    process.kill(this.init, 'SIGKILL');
    await exit;
    await this.namespace.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

const windowManagerText = `#!/bin/sh
trap '' HUP TERM
while :; do sleep 1; done
`;

/** What a minimal Debian lacks. */
function furnish(root: string, hostname: string): void {
  writeFileSync(join(root, 'etc/hostname'), `${hostname}\n`);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
}

/** Desktops stay although nothing is shown on them, and heed no TERM. */
function keepDesktops(root: string): void {
  const windowManager = join(root, 'etc/xrdp/startwm.sh');
  mkdirSync(join(root, 'etc/xrdp'), { recursive: true });
  writeFileSync(windowManager, windowManagerText);
  chmodSync(windowManager, 0o755);
}

/** The host ends with the suite, however that ends; its Node is this one. */
function startContainer(
  root: string,
  hostname: string,
  namespace: NetworkNamespace,
  shows: Readonly<Record<string, string>>,
): ChildProcess {
  const words = [
    ...['--pdeathsig', 'KILL', 'systemd-nspawn', '--quiet', '--boot', '--keep-unit'],
    ...['--register=no', '--directory', root, `--machine=${hostname}`],
    `--network-namespace-path=/proc/${namespace.pid}/ns/net`,
    `--bind-ro=${process.execPath}:/usr/local/bin/node`,
    ...Object.entries(shows).map(([here, there]) => `--bind-ro=${here}:${there}`),
  ];
  return spawn('setpriv', words, { stdio: 'ignore' });
}
