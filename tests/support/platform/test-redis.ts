import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { spawnBound } from './bound-child.js';
import { findFreePort } from './free-port.js';

/** Debian's redis-server, for the suites that run on both backends. */
export interface TestRedis {
  url: string;
  port: number;
  /** It ends without a word to anybody. */
  kill(): void;
  /** It stands still: connections stay open, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Files of a certificate for `localhost`; the server speaks TLS then, and nothing else. */
export interface RedisTls {
  ca: string;
  cert: string;
  key: string;
}

export interface RedisSetup {
  /** Default: a free one. */
  port?: number;
  tls?: RedisTls | undefined;
  /** Words of its command line. */
  settings?: readonly string[];
  /** What it says when it can be used. */
  readyWords?: string;
}

/** Whether this machine has one. With CI=true a missing one is a failure, not a skipped suite. */
export function hasRedis(program: 'redis-server' | 'redis-sentinel' = 'redis-server'): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isThere = folders.some((folder) => existsSync(join(folder, program)));
  if (!isThere && process.env.CI === 'true') {
    throw new Error(`${program} is missing: install it (Debian: ${program}).`);
  }
  return isThere;
}

/** Starts one on a free (or the given) loopback port, keeping nothing on disk. */
export async function startTestRedis(given: number | RedisSetup = {}): Promise<TestRedis> {
  const setup = typeof given === 'number' ? { port: given } : given;
  const port = setup.port ?? (await findFreePort());
  const redis = await start('redis-server', setup.readyWords ?? 'Ready to accept connections', [
    ...['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    ...Object.entries(portSettings(port, setup.tls)).flatMap(([name, value]) => [
      `--${name}`,
      value,
    ]),
    ...(setup.settings ?? []),
  ]);
  return {
    ...redis,
    port,
    url: `${setup.tls ? 'rediss://localhost' : 'redis://127.0.0.1'}:${port}`,
  };
}

function portSettings(port: number, tls: RedisTls | undefined): Record<string, string> {
  return tls
    ? {
        port: '0',
        'tls-port': String(port),
        'tls-cert-file': tls.cert,
        'tls-key-file': tls.key,
        'tls-ca-cert-file': tls.ca,
        'tls-auth-clients': 'no',
        'tls-replication': 'yes',
      }
    : { port: String(port) };
}

async function start(
  program: string,
  readyWords: string,
  words: readonly string[],
): Promise<Pick<TestRedis, 'freeze' | 'thaw' | 'kill' | 'stop'>> {
  const child = spawnBound(program, words);
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${program} ended while starting: ${said}`)));
    child.stderr.resume();
    child.stdout.on('data', (text: Buffer) => {
      said = (said + String(text)).slice(-4_000);
      if (said.includes(readyWords)) {
        resolve();
      }
    });
  });
  return {
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const passwords = { redis: 'word-of-redis', sentinel: 'word-of-the-sentinel' };

/** A master, its replica, and a sentinel that promotes the replica within seconds; all of them with passwords, and with TLS when asked. */
export class WatchedRedisPair {
  private constructor(
    private readonly folder: string,
    readonly master: TestRedis,
    private readonly replica: TestRedis,
    private readonly sentinel: Pick<TestRedis, 'stop'>,
    /** Variables of a server or a worker that is to use them. The first sentinel is one that is not there. */
    readonly environment: Record<string, string>,
  ) {}

  static async start(tls?: RedisTls): Promise<WatchedRedisPair> {
    const folder = mkdtempSync(join(tmpdir(), 'clusterdesk-sentinel-'));
    const host = tls ? 'localhost' : '127.0.0.1';
    const own = ['--requirepass', passwords.redis, '--masterauth', passwords.redis];
    const quick = [
      '--repl-diskless-sync-delay',
      '0',
      '--dir',
      folder,
      '--replica-announce-ip',
      host,
    ];
    const settings = [...own, ...quick];
    const master = await startTestRedis({ tls, settings });
    const replica = await startTestRedis({
      tls,
      settings: [...settings, '--replicaof', host, String(master.port)],
      readyWords: 'sync: Finished with success',
    });
    const [port, nobody] = [await findFreePort(), await findFreePort()];
    const file = join(folder, 'sentinel.conf');
    const lines = [
      ...Object.entries(portSettings(port, tls)).map(([name, value]) => `${name} ${value}`),
      `bind 127.0.0.1`,
      `dir ${folder}`,
      `requirepass ${passwords.sentinel}`,
      'sentinel resolve-hostnames yes',
      'sentinel announce-hostnames yes',
      `sentinel monitor desk ${host} ${master.port} 1`,
      `sentinel auth-pass desk ${passwords.redis}`,
      'sentinel down-after-milliseconds desk 500',
      'sentinel failover-timeout desk 3000',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    const sentinel = await start('redis-sentinel', '+slave slave', [file]);
    return new WatchedRedisPair(folder, master, replica, sentinel, {
      REDIS_URL: `${tls ? 'rediss' : 'redis'}://:${passwords.redis}@desk`,
      REDIS_SENTINELS: `${host}:${nobody},${host}:${port}`,
      REDIS_SENTINEL_PASSWORD: passwords.sentinel,
      ...(tls && { REDIS_CA_FILE: tls.ca }),
    });
  }

  async stop(): Promise<void> {
    for (const one of [this.sentinel, this.replica, this.master]) {
      await one.stop();
    }
    rmSync(this.folder, { recursive: true });
  }
}
