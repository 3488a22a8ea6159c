import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { RunEnded } from '@clusterdesk/contracts';
import { readCommandLine } from '@clusterdesk/host';
import type { Timings } from '../../timings.js';
import { AgentBench, loop } from '../../../testing/agent-bench.js';
import { isRoot, until } from '../../../testing/agent-process.js';
import { foldersOf, groupsBelow, pidsIn } from '../../../testing/job-groups.js';
import { basicDevices } from '../confinement/host-view.js';
import { deviceRules } from './device-rules.js';
import { findHierarchies } from './hierarchies.js';
import { nameOfAllJobs } from './job-groups.js';

const mebibyte = 1024 * 1024;
const bench = new AgentBench();

/** Holds memory in a variable of Perl, a mebibyte at a time. */
const holdMemory = (mebibytes: number): string =>
  `perl -e 'my @held; for (1..${String(mebibytes)}) { push @held, "x" x 1048576 } print "held\\n"'`;

async function start(
  env: Record<string, string> = {},
  timings: Partial<Timings> = {},
): Promise<void> {
  await bench.startHost(env, { timings });
  // Says so by failing where a control group can't be made: a root agent on a host that lets it.
  expect(bench.server.hellos[0]?.protections).toEqual(
    expect.arrayContaining(['memory', 'processes', 'processors']),
  );
}

async function runToEnd(jobId: string, script: string, more = {}): Promise<RunEnded> {
  expect(await bench.server.run(bench.host.command(jobId, script, more))).toEqual({
    isAccepted: true,
  });
  await until(`the end of ${jobId}`, bench.hasEnded(jobId));
  const { ended } = bench.server.job(jobId);
  if (ended === null) {
    throw new Error('no end');
  }
  return ended;
}

const output = (jobId: string): string => bench.server.job(jobId).output.toString();

it('runs as root where everything is tested', () => {
  expect(isRoot || process.env.CI !== 'true').toBe(true);
});

/** Where the host has rules for devices, which the second version of control groups leaves to others. */
const devicesPlace = findHierarchies()?.places.get('devices');
const itWithDevices = devicesPlace === undefined ? it.skip : it;

const describeAsRoot = isRoot ? describe : describe.skip;

describeAsRoot('a job in a control group', () => {
  it('ends whole, and soon, when it needs more memory than it may have', async () => {
    await start({ AGENT_JOB_MEMORY: '64M' });
    const agent = bench.host.pid;
    // What is killed by the kernel is a child; the script would go on for ever.
    const ended = await runToEnd('j1', `echo up; ${holdMemory(600)}; ${loop}`);
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 137, cause: 'memory' });
    expect(output('j1')).toMatch(
      /\nClusterDesk: the job needed more memory than its 64 MiB and was ended\.\n$/,
    );
    // The shell may quote the killed program, whose text has the word, too.
    expect(output('j1')).not.toMatch(/^held$/m);
    expect(ended.maxRssBytes).toBeLessThanOrEqual(64 * mebibyte);
    expect(ended.maxRssBytes).toBeGreaterThan(48 * mebibyte);
    expect(bench.membersOf('j1')).toEqual([]);
    expect(bench.host.pid).toBe(agent);
    expect(bench.server.isConnected).toBe(true);
  });

  it('has what lies in its folders in memory counted', async () => {
    await start({ AGENT_JOB_MEMORY: '64M', AGENT_JOB_SCRATCH_MB: '200' });
    const fill = 'for place in /tmp /var/tmp /dev/shm; do head -c 40m /dev/zero >$place/fill; done';
    const ended = await runToEnd('j1', `${fill} 2>/dev/null; echo filled; ${loop}`);
    expect(ended).toMatchObject({ exitCode: 137, cause: 'memory' });
  });

  it('is told apart from one that another signal ended', async () => {
    await start();
    const ended = await runToEnd('j1', 'kill -9 $$');
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 137 });
    expect(ended.cause).toBeUndefined();
    expect(output('j1')).toBe('');
  });

  it('cannot start more processes than it may', async () => {
    await start({ AGENT_JOB_PROCESSES: '60' });
    const fork =
      'perl -e \'my $n = 0; for (1..300) { my $pid = fork; last unless defined $pid; if (!$pid) { sleep 600; exit } $n++ } print "forked $n\\n"\'';
    const ended = await runToEnd('j1', fork);
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    const forked = Number(/forked (\d+)/.exec(output('j1'))?.[1]);
    expect(forked).toBeGreaterThan(30);
    expect(forked).toBeLessThan(60);
    expect(bench.membersOf('j1')).toEqual([]);
  });

  it('that starts processes without end is stopped with all of them', async () => {
    await start({ AGENT_JOB_PROCESSES: '200' }, { jobStopMs: 1_000 });
    const bomb = `echo up; exec perl -e '$SIG{CHLD} = "IGNORE"; $SIG{TERM} = "IGNORE"; while (1) { fork }'`;
    await bench.server.run(bench.host.command('j1', bomb));
    await until('the job', bench.isUp('j1'));
    const processes = () => pidsIn(bench.host.stateDir, 'job-j1-1').length;
    await until('as many as there may be', () => processes() > 150);
    expect(processes()).toBeLessThanOrEqual(200);
    await bench.server.stopJob({ jobId: 'j1', attempt: 1, reason: 'stopped' });
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'stopped' });
    await until('its group to go', () => groupsBelow(bench.host.stateDir).length === 0);
  });

  it('keeps to its processors, whatever it asks for', async () => {
    await start();
    await runToEnd(
      'j1',
      'taskset -pc 0-1023 $$ >/dev/null; grep Cpus_allowed_list /proc/self/status',
    );
    expect(output('j1')).toMatch(/^Cpus_allowed_list:\t\d+\n$/);
  });

  it('finds its own limits where programs look for them, and no other job’s', async () => {
    await start({ AGENT_JOB_MEMORY: '64M' });
    await bench.server.run(bench.host.command('other', loop));
    await until('the other job', bench.isUp('other'));
    const script = `cd /sys/fs/cgroup; cat memory.max memory/memory.limit_in_bytes 2>/dev/null
      cat memory.current memory/memory.usage_in_bytes 2>/dev/null
      find . -path '*job-*' -o -path '*clusterdesk*'
      find . -type d -exec mkdir {}/mine \\; 2>&1 | grep -v 'Read-only file system'`;
    await runToEnd('j1', script);
    const [limit, used, ...rest] = output('j1').trim().split('\n');
    expect(Number(limit)).toBe(64 * mebibyte);
    expect(Number(used)).toBeGreaterThan(0);
    expect(Number(used)).toBeLessThan(64 * mebibyte);
    expect(rest).toEqual([]);
  });

  it('cannot leave it, or change it', async () => {
    await start();
    const leave =
      'for file in /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/*/cgroup.procs; do echo $$ >"$file" && echo "left by $file"; done 2>/dev/null';
    const loosen =
      'find /sys/fs/cgroup -name "*.max" -o -name "*limit_in_bytes" -o -name cpuset.cpus | while read -r file; do echo 1 >"$file" && echo "wrote $file"; done 2>/dev/null';
    await bench.server.run(bench.host.command('j1', `${leave}; ${loosen}; ${loop}`));
    await until('what was tried', bench.isUp('j1'));
    expect(output('j1')).toBe('up\n');
    const scripts = bench
      .membersOf('j1')
      .filter((pid) => readCommandLine(pid).at(-1) === '/tmp/job.sh');
    expect(scripts.length).toBeGreaterThan(0);
    expect(pidsIn(bench.host.stateDir, 'job-j1-1')).toEqual(expect.arrayContaining(scripts));
  });

  itWithDevices('opens its devices and no other, whatever leads to them', async () => {
    await start({ AGENT_JOB_DEVICES: '/dev/net' });
    await bench.server.run(bench.host.command('j1', loop));
    await until('the job', bench.isUp('j1'));
    const folder = join(devicesPlace ?? '', nameOfAllJobs(bench.host.stateDir), 'job-j1-1');
    const rules = readFileSync(join(folder, 'devices.list'), 'utf8').trim().split('\n');
    expect(rules.sort()).toEqual(deviceRules([...basicDevices, '/dev/net']).sort());
    // Root with all of the host's devices: what a job were that had left everything else that confines it.
    const places = ['/dev/null', '/dev/net/tun', '/dev/kmsg', '/dev/loop-control'];
    const open = places.map((path) => `(exec <${path}) && echo ${path}`);
    const tryAs = (first: string): string[] => {
      const script = [first, ...open, 'mknod made c 1 3 && rm made && echo made'].join('\n');
      const where = { cwd: bench.host.stateDir, encoding: 'utf8' } as const;
      const said = execFileSync('/bin/sh', ['-c', `{ ${script}\n} 2>&- || :`], where);
      return said.trim().split('\n');
    };
    expect(tryAs(':')).toEqual(expect.arrayContaining(['/dev/kmsg', 'made']));
    const inGroup = `echo $$ >${join(folder, 'cgroup.procs')}`;
    expect(tryAs(inGroup)).toEqual(['/dev/null', '/dev/net/tun']);
  });

  it('reports the processor time of what it did not wait for, too', async () => {
    await start();
    const busy = `perl -e '1 for 1..4e7; open my $done, ">", "done"; print $done (times)[0]'`;
    const script = `(setsid ${busy} &); until [ -s done ]; do sleep 0.05; done; cat done`;
    const ended = await runToEnd('j1', script);
    expect(Number(output('j1'))).toBeGreaterThan(0.1);
    expect(ended.cpuSeconds).toBeGreaterThanOrEqual(Number(output('j1')));
  });
});

describeAsRoot('the control groups of an agent', () => {
  it('are gone when their jobs have ended, however these ended', async () => {
    await start();
    await runToEnd('j1', 'echo done');
    await bench.server.run(bench.host.command('j2', loop));
    await until('the second job', bench.isUp('j2'));
    expect(groupsBelow(bench.host.stateDir)).toEqual(['job-j2-1']);
    await bench.server.stopJob({ jobId: 'j2', attempt: 1, reason: 'stopped' });
    await until('its end', bench.hasEnded('j2'));
    await until('its group to go', () => groupsBelow(bench.host.stateDir).length === 0);
  });

  it('are gone with the agent, when its jobs end with it', async () => {
    await start({ AGENT_STOP_JOBS_ON_EXIT: 'true' });
    for (const id of ['j1', 'j2', 'j3']) {
      await bench.server.run(bench.host.command(id, `sleep 0.01 & ${loop}`));
    }
    await Promise.all(['j1', 'j2', 'j3'].map((id) => until('the job', bench.isUp(id))));
    expect(foldersOf(bench.host.stateDir)).not.toEqual([]);
    expect(await bench.host.end('SIGTERM')).toBe(0);
    expect(foldersOf(bench.host.stateDir)).toEqual([]);
  });

  it('stay while a job goes on without the agent', async () => {
    await start();
    await bench.server.run(bench.host.command('j1', loop));
    await until('the job', bench.isUp('j1'));
    await runToEnd('j2', 'echo done');
    expect(await bench.host.end('SIGTERM')).toBe(0);
    expect(groupsBelow(bench.host.stateDir)).toEqual(['job-j1-1']);
    expect(pidsIn(bench.host.stateDir, 'job-j1-1').length).toBeGreaterThan(0);
  });

  it('that an agent before left behind go with all that runs in them', async () => {
    await start();
    await bench.server.run(bench.host.command('j1', loop));
    await until('the job', bench.isUp('j1'));
    await bench.host.end('SIGKILL');
    // The spool does not know the job any more.
    const members = bench.membersOf('j1');
    writeFileSync(join(bench.host.stateDir, 'jobs/j1/spec.json'), '');
    await bench.restartHost();
    await until('the processes to end', () => bench.membersOf('j1').length <= 1);
    expect(members.length).toBeGreaterThan(1);
    await until('the group to go', () => groupsBelow(bench.host.stateDir).length === 0);
  });
});
