import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunScript } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { AgentBench, loop } from '../testing/agent-bench.js';
import { isRoot, until } from '../testing/agent-process.js';

const bench = new AgentBench();

describe('what is refused', () => {
  it('says why, and leaves nothing in the spool', async () => {
    await bench.startHost();
    const none = `${bench.host.home}/none`;
    const wrong: [Partial<RunScript>, 'job' | 'node', string][] = [
      [{ visibleDirs: [bench.host.dataDir] }, 'job', 'AGENT_FOLDER_REFUSED'],
      [{ visibleDirs: [none], workDir: none }, 'node', 'AGENT_FOLDER_UNREACHABLE'],
      [{ workDir: none }, 'job', 'AGENT_WORK_DIR_MISSING'],
      [{ workDir: '/etc' }, 'job', 'AGENT_FOLDER_REFUSED'],
      [{ env: { 'A B': '' } }, 'job', 'AGENT_JOB_INVALID'],
      [{ env: { A: '\0' } }, 'job', 'AGENT_JOB_INVALID'],
      [{ cpus: 0 }, 'job', 'AGENT_JOB_INVALID'],
    ];
    for (const [more, fault, code] of wrong) {
      const reply = await bench.server.run(bench.host.command('j1', 'echo no', more));
      const reason: unknown = expect.stringMatching(`^${code}: `);
      expect(reply).toEqual({ isAccepted: false, fault, reason });
    }
    expect(await bench.server.run(bench.host.command('../../j1', 'echo no'))).toMatchObject({
      isAccepted: false,
    });
    expect(existsSync(join(bench.host.stateDir, 'jobs/j1'))).toBe(false);
  });

  it('blames the host when its disk does not take the job', async () => {
    await bench.startHost();
    rmSync(join(bench.host.stateDir, 'jobs'), { recursive: true });
    const reply = await bench.server.run(bench.host.command('j1', 'echo no'));
    expect(reply).toMatchObject({ isAccepted: false, fault: 'node' });
    expect(reply.reason).toMatch(/^AGENT_SPOOL_FAILED/);
  });
});

(isRoot ? describe : describe.skip)('a job whose confinement fails', () => {
  it('did not run, which its end says, and the host is to blame', async () => {
    await bench.startHost();
    expect(bench.server.hellos[0]?.confinement).toBe('namespaces');
    rmSync(join(bench.host.stateDir, 'aside'), { recursive: true });
    await bench.server.run(bench.host.command('j1', 'echo run >>runs'));
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({
      ...{ reason: 'lost', exitCode: null, refusal: 'AGENT_CONFINEMENT_FAILED' },
    });
    expect(existsSync(join(bench.host.home, 'runs'))).toBe(false);
  });

  it('is not mistaken for a script that ends with the same exit code', async () => {
    await bench.startHost();
    await bench.server.run(bench.host.command('j1', 'exit 125'));
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'exited', exitCode: 125 });
    expect(bench.server.job('j1').ended?.refusal).toBeUndefined();
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
    await bench.startHost({}, options);
    expect(bench.server.hellos[0]).toMatchObject({ confinement: 'none', acceptsJobs: false });
    expect(bench.host.lines).toContain('takes no jobs: AGENT_JOBS_UNCONFINED');
    const reply = await bench.server.run(bench.host.command('j1', 'echo no'));
    expect(reply).toEqual({
      isAccepted: false,
      fault: 'node',
      reason: expect.stringMatching(/^AGENT_JOBS_UNCONFINED: .*AGENT_ALLOW_UNCONFINED=true/),
    });
  });

  it('takes them where its operator allows it, and still stops what tried to get away', async () => {
    await bench.startHost({ AGENT_ALLOW_UNCONFINED: 'true' }, options);
    expect(bench.server.hellos[0]).toMatchObject({ confinement: 'none', acceptsJobs: true });
    expect(bench.host.lines).toContain('WITHOUT confinement');
    await bench.server.run(
      bench.host.command('j1', `(setsid sh -c 'trap "" TERM; sleep 985; sleep 984' &); ${loop}`),
    );
    await until('the first line', bench.isUp('j1'));
    await until('the escaped ones', () => bench.membersOf('j1').length >= 5);
    await bench.server.stopJob({ jobId: 'j1', attempt: 1, reason: 'stopped' });
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'stopped', exitCode: 143 });
    expect(bench.membersOf('j1')).toEqual([]);
  }, 15_000);
});

(isRoot ? describe : describe.skip)('a root agent that may not mount', () => {
  it('confines with bubblewrap, as the service account', async () => {
    await bench.startHost({}, { prefix: ['setpriv', '--bounding-set=-sys_admin', '--'] });
    expect(bench.server.hellos[0]).toMatchObject({ confinement: 'bubblewrap', acceptsJobs: true });
    await bench.server.run(bench.host.command('j1', 'id -u'));
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').output.toString()).toBe('65534\n');
  });
});

(isRoot ? describe : describe.skip)('a job of a mapped user', () => {
  it('runs as the account of the same name', async () => {
    await bench.startHost({ AGENT_RUN_AS: 'mapped' });
    const command = bench.host.command('j1', 'id -un; id -u', { userName: 'nobody' });
    expect(await bench.server.run(command)).toEqual({ isAccepted: true });
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').output.toString()).toBe('nobody\n65534\n');
    for (const userName of ['root', 'no-such-account', '--help']) {
      const reply = await bench.server.run(bench.host.command('j2', 'id', { userName }));
      expect(reply).toMatchObject({ isAccepted: false });
    }
  });
});
