import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../wait-for.js';

/** A network that no host has: RFC 2544 keeps it for measurements. */
const [hostAddress, guestAddress] = ['198.18.77.1', '198.18.77.2'];
const controlPort = 7000;
const databasePort = 7001;

/** What the guest needs of the host (Debian): the file and the package that brings it. */
const needs = [
  ['/usr/bin/linux.uml', 'user-mode-linux'],
  ['/usr/sbin/rpc.nfsd', 'nfs-kernel-server'],
  ['/sbin/mount.nfs', 'nfs-common'],
  ['/sbin/modprobe', 'kmod'],
  ['/sbin/ip', 'iproute2'],
  ['/sbin/mkfs.ext4', 'e2fsprogs'],
] as const;

/** What a command in the guest said. */
export interface GuestAnswer {
  code: number;
  out: string;
}

/**
 * A file server and hosts that mount its share by NFS: a Linux kernel of its own, run as a process (User Mode Linux), for kernels
 * without NFS. Server and clients are those of Linux; only the network between them is the loopback.
 */
export class SharedFilesGuest {
  private text = '';

  private constructor(
    private readonly dir: string,
    private readonly link: string,
    private readonly kernel: ChildProcess,
    private readonly database: Server,
  ) {
    for (const stream of [kernel.stdout, kernel.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece: string) => (this.text += piece));
    }
  }

  /** Why it cannot be started here; null: it can. */
  static findMissing(): string | null {
    if (process.getuid?.() !== 0 || process.arch !== 'x64' || !existsSync('/dev/net/tun')) {
      return 'root, x86-64 and /dev/net/tun are needed';
    }
    const missing = needs.filter(([path]) => !existsSync(path)).map(([, name]) => name);
    return missing.length === 0 ? null : `packages are missing: ${missing.join(', ')}`;
  }

  /** @param databaseUrl of a database of this host, which the guest reaches by `databaseUrl` of the guest */
  static async start(databaseUrl: string): Promise<SharedFilesGuest> {
    const dir = mkdtempSync(join(tmpdir(), 'clusterdesk-guest-'));
    const disk = join(dir, 'disk');
    execFileSync('truncate', ['-s', '1G', disk]);
    execFileSync('mkfs.ext4', ['-q', '-F', disk]);
    const link = `cdg${process.pid}`;
    dropLinksOfTheDead();
    execFileSync('ip', ['tuntap', 'add', link, 'mode', 'tap']);
    execFileSync('ip', ['address', 'add', `${hostAddress}/30`, 'dev', link]);
    execFileSync('ip', ['link', 'set', link, 'up']);
    const kernel = spawn(
      'setpriv',
      [
        // However the test run ends, all processes of the kernel end with it.
        ...['--pdeathsig', 'KILL', 'unshare', '--pid', '--fork', '--kill-child=KILL', '--'],
        ...['linux.uml', 'mem=3G', `ubd0=${disk}`],
        ...['rootfstype=hostfs', 'rootflags=/', 'ro', 'con=null', 'con0=null,fd:1', 'quiet'],
        `eth0=tuntap,${link}`,
        `init=${join(import.meta.dirname, 'guest.sh')}`,
        `CD_ADDRESS=${guestAddress}/30`,
        `CD_CONTROL=${join(import.meta.dirname, 'guest-control.mjs')}`,
        `CD_NODE=${process.execPath}`,
      ],
      // Its memory is a file, which is to lie in memory.
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: '/dev/shm' } },
    );
    const database = forward(databaseUrl).listen(databasePort, hostAddress);
    const guest = new SharedFilesGuest(dir, link, kernel, database);
    await waitFor('the guest', () => guest.text.includes('guest is up'), 120_000).catch(
      async (error: unknown) => {
        await guest.stop();
        throw new Error(`${String(error)}\n${guest.text}`);
      },
    );
    return guest;
  }

  /** The same database, as the guest reaches it. */
  databaseUrl(url: string): string {
    const { username, password, pathname } = new URL(url);
    return `postgresql://${username}:${password}@${hostAddress}:${String(databasePort)}${pathname}`;
  }

  /** Where a port of the guest is reached. */
  url(port: number): string {
    return `http://${guestAddress}:${String(port)}`;
  }

  /** Makes a host that has the share at `/srv/files`. */
  async join(host: string, options = 'vers=4.2,hard'): Promise<void> {
    await this.order({ join: host, options });
  }

  /** Runs a command of a shell in a host, as root or another uid; what it leaves in the background goes on. */
  async run(host: string | null, command: string, uid?: number): Promise<string> {
    return this.order({ host, command, uid });
  }

  /** Ends the guest with all that runs in it. */
  async stop(): Promise<void> {
    this.database.close();
    if (this.kernel.exitCode === null) {
      const ended = new Promise((resolve) => this.kernel.once('exit', resolve));
      this.kernel.kill('SIGTERM');
      const timer = setTimeout(() => this.kernel.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(timer);
    }
    execFileSync('ip', ['link', 'delete', this.link]);
    rmSync(this.dir, { recursive: true, force: true });
  }

  private async order(body: object): Promise<string> {
    const answer = await fetch(this.url(controlPort), {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const { code, out } = (await answer.json()) as GuestAnswer;
    if (code !== 0) {
      throw new Error(`The guest answered ${String(code)} to ${JSON.stringify(body)}: ${out}`);
    }
    return out;
  }
}

/** A run that was killed leaves its link, which has the address. */
function dropLinksOfTheDead(): void {
  for (const name of readdirSync('/sys/class/net')) {
    const pid = /^cdg(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) {
      execFileSync('ip', ['link', 'delete', name]);
    }
  }
}

/** Lets the guest reach a PostgreSQL that listens on this host alone. */
function forward(databaseUrl: string): Server {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const socketDir = searchParams.get('host');
  return createServer((near) => {
    const far = socketDir
      ? connect(join(socketDir, `.s.PGSQL.${port || '5432'}`))
      : connect(Number(port || 5432), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
}
