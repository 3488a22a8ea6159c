import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { makeDataDir, TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

/** Descriptors below and above what Node looks at by itself. */
const numbers = [5, 40, 251];

/** Connects to the Unix socket at the path; as simple as a job could. */
const connect = (path: string): string =>
  `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0); print connect(S, pack_sockaddr_un($ARGV[0])) ? "CONNECTED" : "no: $!"' '${path}'`;

describe('a job of a platform whose shell had files open', () => {
  let folder: string;
  let file: string;
  let platform: TestPlatform;
  /** What the jobs printed. */
  const printed: string[] = [];

  beforeAll(async () => {
    folder = makeDataDir();
    file = join(folder, 'open-in-the-shell');
    writeFileSync(file, '');
    // Not every sh knows numbers of more than one digit.
    const shell = `exec bash -c '${numbers.map((number) => `exec ${String(number)}<"$0"`).join('; ')}; exec "$@"' '${file}' "$@"`;
    // Too long for a socket to be named by it.
    const dataDir = join(folder, 'd'.repeat(50), 'e'.repeat(50));
    mkdirSync(dataDir, { recursive: true });
    platform = await TestPlatform.start({ shell, dataDir });
  });
  afterAll(async () => {
    await platform.stop();
    rmSync(folder, { recursive: true });
  });

  async function run(script: string): Promise<string> {
    const client = await platform.signIn();
    const { result } = await client.expectOk(endpoints.jobs.run, {
      jobName: 'reach',
      queueName: 'local',
      scriptContent: `#!/bin/sh\n${script}\necho the end\n`,
    });
    const { jobId } = result;
    const text = await waitFor('the output', async () => {
      const log = await client.expectOk(endpoints.jobs.log, { jobId, offset: 0 });
      return log.result.text.includes('the end') ? log.result.text : null;
    });
    printed.push(text);
    return text;
  }

  const filesOf = (pid: number): string[] =>
    readdirSync(`/proc/${String(pid)}/fd`).flatMap((fd) => {
      try {
        return readlinkSync(`/proc/${String(pid)}/fd/${fd}`);
      } catch {
        return [];
      }
    });

  test('has none of them, nor has any process of the platform', async () => {
    const processes = platform.listProcesses();
    expect(processes.length).toBeGreaterThan(4);
    expect(processes.filter(({ pid }) => filesOf(pid).includes(file))).toEqual([]);
    const text = await run('ls -l /proc/self/fd');
    expect(text).toContain('->');
    expect(text).not.toContain('open-in-the-shell');
  });

  test('does not reach the database, by its path or by that of a process', async () => {
    const data = join(platform.dataDir, 'postgres/data');
    expect(statSync(join(data, '.s.PGSQL.5432')).isSocket()).toBe(true);
    const places = ['server', 'worker', 'database'] as const;
    const pids = await Promise.all(places.map((name) => platform.pidOf(name)));
    const sockets = [
      ...pids.map((pid) => `/proc/${String(pid)}/cwd/postgres/data/.s.PGSQL.5432`),
      `/proc/${String(pids[2])}/cwd/.s.PGSQL.5432`,
    ];
    const text = await run(
      [
        `cd '${data}' && ${connect('.s.PGSQL.5432')}`,
        ...sockets.map(connect),
        'cat /proc/net/unix',
      ].join('\n'),
    );
    expect(text).not.toContain('CONNECTED');
    expect(text.match(/no: (No such file|Permission denied)/g)).toHaveLength(sockets.length);
  });

  test('leaves what it printed as a file of its folder', async () => {
    const home = join(platform.dataDir, 'files/home/admin');
    const logs = (): string[] => readdirSync(home).filter((name) => name.endsWith('.log'));
    await waitFor('the files', () => logs().length === printed.length, 30_000);
    const texts = logs().map((name) => readFileSync(join(home, name), 'utf8'));
    expect(texts.sort()).toEqual([...printed].sort());
  });
});
