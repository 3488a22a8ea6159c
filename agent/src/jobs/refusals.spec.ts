import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunScript } from '@clusterdesk/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Bench,
  createBench,
  type HostOptions,
  isRoot,
  removeBench,
  TestHost,
  until,
} from '../testing/agent-process.js';
import { FakeServer } from '../testing/fake-server.js';
import { jobMarker } from './processes/launcher.js';
import { findMembers } from './processes/process-tree.js';

let bench: Bench;
let server: FakeServer;
let host: TestHost;
let count = 0;

beforeAll(() => {
  bench = createBench();
});
afterAll(() => removeBench(bench));

beforeEach(async () => {
  server = new FakeServer();
  await server.start();
});
afterEach(async () => {
  await host.end();
  await server.stop();
});

async function startHost(
  env: Record<string, string> = {},
  options: HostOptions = {},
): Promise<void> {
  count += 1;
  host = new TestHost(bench, `refusals-${String(count)}`, env, options);
  host.start(server.url);
  await until(`the hello of the agent`, () => server.isConnected);
}

const members = (jobId: string, attempt = 1): number[] =>
  findMembers(null, jobMarker(join(host.stateDir, 'jobs', jobId), attempt)).map(({ pid }) => pid);

const isUp = (jobId: string) => () => server.job(jobId).output.includes('up\n');
const hasEnded = (jobId: string) => () => server.job(jobId).ended !== null;
const loop = 'echo up; while :; do sleep 0.1; done';

describe('what is refused', () => {
  it('says why, and leaves nothing in the spool', async () => {
    await startHost();
    const none = `${host.home}/none`;
    const wrong: [Partial<RunScript>, 'job' | 'node', string][] = [
      [{ visibleDirs: [host.dataDir] }, 'job', 'AGENT_FOLDER_REFUSED'],
      [{ visibleDirs: [none], workDir: none }, 'node', 'AGENT_FOLDER_UNREACHABLE'],
      [{ workDir: none }, 'job', 'AGENT_WORK_DIR_MISSING'],
      [{ workDir: '/etc' }, 'job', 'AGENT_FOLDER_REFUSED'],
      [{ env: { 'A B': '' } }, 'job', 'AGENT_JOB_INVALID'],
      [{ env: { A: '\0' } }, 'job', 'AGENT_JOB_INVALID'],
      [{ cpus: 0 }, 'job', 'AGENT_JOB_INVALID'],
    ];
    for (const [more, fault, code] of wrong) {
      const reply = await server.run(host.command('j1', 'echo no', more));
      const reason: unknown = expect.stringMatching(`^${code}: `);
      expect(reply).toEqual({ isAccepted: false, fault, reason });
    }
    expect(await server.run(host.command('../../j1', 'echo no'))).toMatchObject({
      isAccepted: false,
    });
    expect(existsSync(join(host.stateDir, 'jobs/j1'))).toBe(false);
  });

  it('blames the host when its disk does not take the job', async () => {
    await startHost();
    rmSync(join(host.stateDir, 'jobs'), { recursive: true });
    const reply = await server.run(host.command('j1', 'echo no'));
    expect(reply).toMatchObject({ isAccepted: false, fault: 'node' });
    expect(reply.reason).toMatch(/^AGENT_SPOOL_FAILED/);
  });
});

(isRoot ? describe : describe.skip)('a job whose confinement fails', () => {
  it('did not run, which its end says, and the host is to blame', async () => {
    await startHost();
    expect(server.hellos[0]?.confinement).toBe('namespaces');
    rmSync(join(host.stateDir, 'aside'), { recursive: true });
    await server.run(host.command('j1', 'echo run >>runs'));
    await until('the end', hasEnded('j1'));
    expect(server.job('j1').ended).toMatchObject({
      ...{ reason: 'lost', exitCode: null, refusal: 'AGENT_CONFINEMENT_FAILED' },
    });
    expect(existsSync(join(host.home, 'runs'))).toBe(false);
  });

  it('is not mistaken for a script that ends with the same exit code', async () => {
    await startHost();
    await server.run(host.command('j1', 'exit 125'));
    await until('the end', hasEnded('j1'));
    expect(server.job('j1').ended).toMatchObject({ reason: 'exited', exitCode: 125 });
    expect(server.job('j1').ended?.refusal).toBeUndefined();
  });
});

/** A user namespace of its own in which no further one may be made: bubblewrap cannot work there. */
const withoutNamespaces = [
  ...['unshare', '--user', '--map-current-user', '--keep-caps', 'sh', '-c'],
  'echo 0 >/proc/sys/user/max_user_namespaces; exec setpriv --ambient-caps=-all --inh-caps=-all "$0" "$@"',
];

describe('a host that cannot confine', () => {
  const options = { isUnprivileged: true, prefix: withoutNamespaces };

  it('takes no jobs, and says why', async () => {
    await startHost({}, options);
    expect(server.hellos[0]).toMatchObject({ confinement: 'none', acceptsJobs: false });
    expect(host.lines).toContain('takes no jobs: AGENT_JOBS_UNCONFINED');
    const reply = await server.run(host.command('j1', 'echo no'));
    expect(reply).toEqual({
      isAccepted: false,
      fault: 'node',
      reason: expect.stringMatching(/^AGENT_JOBS_UNCONFINED: .*AGENT_ALLOW_UNCONFINED=true/),
    });
  });

  it('takes them where its operator allows it, and still stops what tried to get away', async () => {
    await startHost({ AGENT_ALLOW_UNCONFINED: 'true' }, options);
    expect(server.hellos[0]).toMatchObject({ confinement: 'none', acceptsJobs: true });
    expect(host.lines).toContain('WITHOUT confinement');
    await server.run(
      host.command('j1', `(setsid sh -c 'trap "" TERM; sleep 985; sleep 984' &); ${loop}`),
    );
    await until('the first line', isUp('j1'));
    await until('the escaped ones', () => members('j1').length >= 5);
    await server.stopJob({ jobId: 'j1', attempt: 1, reason: 'stopped' });
    await until('the end', hasEnded('j1'));
    expect(server.job('j1').ended).toMatchObject({ reason: 'stopped', exitCode: 143 });
    expect(members('j1')).toEqual([]);
  }, 15_000);
});

(isRoot ? describe : describe.skip)('a root agent that may not mount', () => {
  it('confines with bubblewrap, as the service account', async () => {
    await startHost({}, { prefix: ['setpriv', '--bounding-set=-sys_admin', '--'] });
    expect(server.hellos[0]).toMatchObject({ confinement: 'bubblewrap', acceptsJobs: true });
    await server.run(host.command('j1', 'id -u'));
    await until('the end', hasEnded('j1'));
    expect(server.job('j1').output.toString()).toBe('65534\n');
  });
});

(isRoot ? describe : describe.skip)('a job of a mapped user', () => {
  it('runs as the account of the same name', async () => {
    await startHost({ AGENT_RUN_AS: 'mapped' });
    const command = host.command('j1', 'id -un; id -u', { userName: 'nobody' });
    expect(await server.run(command)).toEqual({ isAccepted: true });
    await until('the end', hasEnded('j1'));
    expect(server.job('j1').output.toString()).toBe('nobody\n65534\n');
    for (const userName of ['root', 'no-such-account', '--help']) {
      const reply = await server.run(host.command('j2', 'id', { userName }));
      expect(reply).toMatchObject({ isAccepted: false });
    }
  });
});
