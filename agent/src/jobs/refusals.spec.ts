import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunScript } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { AgentBench, loop } from '../../testing/agent-bench.js';
import { isRoot, jobUid, until } from '../../testing/agent-process.js';

const bench = new AgentBench();

describe('what is refused', () => {
  it('says why, and leaves nothing in the spool', async () => {
    await bench.startHost();
    const { home, dataDir } = bench.host;
    const root = dirname(home);
    const none = `${root}/none`;
    symlinkSync(home, `${root}/link`);
    const outside: Partial<RunScript>[] = [
      ...['/etc', dataDir, root, `${root}/`, `${root}/.`, `${root}/..`, `${root}/.trash`],
      ...[`${home}/below`, `${home}/../other`, `${root}//other`, `${root}/a\nb`, 'home', ''],
    ].map((folder) => ({ visibleDirs: [folder], workDir: folder }));
    type Wrong = [Partial<RunScript>, 'job' | 'node', string];
    const wrong: Wrong[] = [
      ...outside.map((more): Wrong => [more, 'node', 'AGENT_FOLDER_OUTSIDE']),
      [{ visibleDirs: [home, dataDir] }, 'node', 'AGENT_FOLDER_OUTSIDE'],
      [{ visibleDirs: [`${root}/link`] }, 'job', 'AGENT_FOLDER_REFUSED'],
      [{ visibleDirs: [none], workDir: none }, 'node', 'AGENT_FOLDER_UNREACHABLE'],
      [{ workDir: `${home}/none` }, 'job', 'AGENT_WORK_DIR_MISSING'],
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
    // A device that jobs may use is unplugged after the agent has started.
    const device = `/dev/clusterdesk-spec-${String(process.pid)}`;
    execFileSync('mknod', [device, 'c', '1', '3']);
    try {
      await bench.startHost({ AGENT_JOB_DEVICES: device });
    } finally {
      rmSync(device);
    }
    expect(bench.server.hellos[0]?.confinement).toBe('namespaces');
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

(isRoot ? describe : describe.skip)(
  'a job that an agent of before accepted and did not start',
  () => {
    it('is given back where it does not say which user it is', async () => {
      const host = bench.addHost();
      const command = host.command('j1', 'echo run >>runs');
      delete command.userNumber;
      const folder = join(host.stateDir, 'jobs/j1');
      mkdirSync(folder, { recursive: true });
      const spec = { command, confinement: 'namespaces', processors: null };
      writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
      host.start(bench.server.url);
      await until('the end', bench.hasEnded('j1'));
      expect(bench.server.job('j1').ended).toMatchObject({
        ...{ reason: 'lost', refusal: 'AGENT_ACCOUNT_RANGE' },
      });
      expect(existsSync(join(host.home, 'runs'))).toBe(false);
    });
  },
);

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
    expect(bench.host.lines).toMatch(/cannot run jobs with confinement bubblewrap: bwrap: .+/);
    const reply = await bench.server.run(bench.host.command('j1', 'echo no'));
    expect(reply).toEqual({
      isAccepted: false,
      fault: 'node',
      reason: expect.stringMatching(/^AGENT_JOBS_UNCONFINED: .*AGENT_ALLOW_UNCONFINED=true/),
    });
  });

  it('takes them where its operator allows it, and still stops what tried to get away', async () => {
    const timings = { jobStopMs: 1_500 };
    await bench.startHost({ AGENT_ALLOW_UNCONFINED: 'true' }, { ...options, timings });
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
  });
});

(isRoot ? describe : describe.skip)('a root agent that may not mount', () => {
  it('confines with bubblewrap, and shares the files by access control lists', async () => {
    await bench.startHost({}, { prefix: ['setpriv', '--bounding-set=-sys_admin', '--'] });
    expect(bench.server.hellos[0]).toMatchObject({ confinement: 'bubblewrap', acceptsJobs: true });
    await bench.server.run(bench.host.command('j1', 'id -u; mkdir sub; echo mine >sub/file'));
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').output.toString()).toBe(`${String(jobUid)}\n`);
    const made = join(bench.host.home, 'sub/file');
    expect(statSync(made).uid).toBe(jobUid);
    bench.host.asPlatform('echo more >>sub/file; mv sub/file file; rmdir sub');
    await bench.server.run(bench.host.command('j2', 'cat file; rm file'));
    await until('the end', bench.hasEnded('j2'));
    expect(bench.server.job('j2').output.toString()).toBe('mine\nmore\n');
  });

  it('takes no jobs at all where it is known at start that their files cannot be shared', async () => {
    const script =
      'mount --bind /bin/false "$(command -v setfacl)"; exec setpriv --bounding-set=-sys_admin -- "$0" "$@"';
    await bench.startHost({}, { prefix: ['unshare', '--mount', '--', 'sh', '-c', script] });
    expect(bench.server.hellos[0]).toMatchObject({ confinement: 'bubblewrap', acceptsJobs: false });
    expect(bench.server.hellos[0]?.protections).not.toContain('account');
    expect(bench.host.lines).toMatch(/takes no jobs: AGENT_FILES_UNSHARED: .*setfacl/);
    const reply = await bench.server.run(bench.host.command('j1', 'echo no'));
    expect(reply).toMatchObject({ isAccepted: false, fault: 'node' });
  });

  it('takes no job whose files cannot be shared', async () => {
    const prefix = ['setpriv', '--bounding-set=-sys_admin', '--'];
    await bench.startHost({}, { prefix });
    // Nobody but root may pass: no list of the folder's own helps.
    chmodSync(bench.host.dataDir, 0o700);
    await bench.server.run(bench.host.command('j1', 'echo run >>runs'));
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({
      ...{ reason: 'lost', refusal: 'AGENT_FILES_UNSHARED' },
    });
    expect(existsSync(join(bench.host.home, 'runs'))).toBe(false);
  });
});

(isRoot ? describe : describe.skip)('a job of a mapped user', () => {
  it('runs as the account of the same name, and shares a folder that hands its group on', async () => {
    await bench.startHost({ AGENT_RUN_AS: 'mapped' });
    const command = bench.host.command('j1', 'id -un; id -u', { userName: 'nobody' });
    expect(await bench.server.run(command)).toEqual({ isAccepted: true });
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').output.toString()).toBe('nobody\n65534\n');
    const shared = join(bench.host.home, 'shared');
    mkdirSync(shared);
    chownSync(shared, 65_534, 65_534);
    chmodSync(shared, 0o2770);
    const making = bench.host.command('j3', 'touch made; stat -c %a made', {
      userName: 'nobody',
      workDir: shared,
    });
    await bench.server.run(making);
    await until('the end', bench.hasEnded('j3'));
    expect(bench.server.job('j3').output.toString()).toBe('660\n');
    for (const userName of ['root', 'no-such-account', '--help']) {
      const reply = await bench.server.run(bench.host.command('j2', 'id', { userName }));
      expect(reply).toMatchObject({ isAccepted: false });
    }
  });
});
