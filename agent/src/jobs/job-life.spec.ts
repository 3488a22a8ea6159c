import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { limits } from '@clusterdesk/contracts';
import { AgentBench, loop } from '../../testing/agent-bench.js';
import { until } from '../../testing/agent-process.js';
import { defaultTimings } from '../timings.js';
import { JobFolder } from './job-folder.js';

const bench = new AgentBench();

describe('a time limit', () => {
  it('ends a job', async () => {
    await bench.startHost();
    // Long enough for the script to start: a signal that comes while the job is still being confined does not reach it.
    const timeoutMs = 2_000;
    await bench.server.run(bench.host.command('j1', loop, { timeoutMs }));
    await until('the end', bench.hasEnded('j1'));
    const { startedAt, ended } = bench.server.job('j1');
    expect(ended).toMatchObject({ reason: 'timeout', exitCode: 143, signal: 15 });
    expect((ended?.endedAt ?? 0) - (startedAt ?? 0)).toBeGreaterThanOrEqual(timeoutMs - 50);
  });

  it('counts from the real start when the agent was away meanwhile', async () => {
    await bench.startHost();
    const timeoutMs = 3_000;
    await bench.server.run(bench.host.command('j1', loop, { timeoutMs }));
    await until('the first line', bench.isUp('j1'));
    await bench.host.end('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, timeoutMs));
    await bench.restartHost();
    // Counted anew, the first would still have all of its time before it, and outlive this one.
    await bench.server.run(bench.host.command('j2', loop, { timeoutMs: timeoutMs / 3 }));
    await until('the end of both', () => ['j1', 'j2'].every((jobId) => bench.hasEnded(jobId)()));
    const [first, second] = ['j1', 'j2'].map((jobId) => bench.server.job(jobId).ended);
    expect(first).toMatchObject({ reason: 'timeout' });
    expect(first?.endedAt).toBeLessThan(second?.endedAt ?? 0);
  });

  it('ends a job while the server cannot be reached', async () => {
    await bench.startHost();
    await bench.server.run(bench.host.command('j1', loop, { timeoutMs: 2_000 }));
    await until('the first line', bench.isUp('j1'));
    await bench.server.stop();
    await until('nothing of it to be left', () => bench.membersOf('j1', 1).length === 0);
    await bench.server.start();
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'timeout' });
  });
});

describe('a stop', () => {
  it('is remembered by an agent that was killed right after it', async () => {
    await bench.startHost({}, { timings: { jobStopMs: 2_000 } });
    await bench.server.run(bench.host.command('j1', `trap '' TERM; ${loop}`));
    await until('the first line', bench.isUp('j1'));
    await bench.server.stopJob({ jobId: 'j1', attempt: 1, reason: 'stopped' });
    await bench.host.end('SIGKILL');
    expect(bench.membersOf('j1').length).toBeGreaterThan(1);
    await bench.restartHost();
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({
      reason: 'stopped',
      exitCode: 137,
      signal: 9,
    });
    expect(bench.membersOf('j1')).toEqual([]);
  });

  it('of an unknown attempt says so, and that attempt never starts later', async () => {
    await bench.startHost();
    const reply = await bench.server.stopJob({ jobId: 'none', attempt: 1, reason: 'stopped' });
    expect(reply).toEqual({ isKnown: false });
    const command = bench.host.command('none', 'echo run');
    expect(await bench.server.run(command)).toMatchObject({
      isAccepted: false,
      reason: expect.stringMatching(/^AGENT_JOB_OUTDATED/),
    });
    expect(await bench.server.run({ ...command, attempt: 2 })).toEqual({ isAccepted: true });
    await until('the end', bench.hasEnded('none'));
  });
});

/** An agent that is put out comes back after the longest of its waits. */
const retry = { firstMs: 400, mostMs: 800 };

describe('a node that was deleted', () => {
  it('goes on with its jobs until it is enrolled anew: anybody can say that it does not know a node', async () => {
    await bench.startHost({}, { timings: { retry } });
    await bench.server.run(bench.host.command('j1', loop));
    await until('the first line', bench.isUp('j1'));
    bench.server.secrets.clear();
    bench.server.tokens.clear();
    bench.server.job('j1').dropped = true;
    const handshakes = bench.server.handshakes.length;
    bench.server.putOut();
    await until('two tries', () => bench.server.handshakes.length >= handshakes + 2);
    expect(bench.membersOf('j1').length).toBeGreaterThan(0);
    bench.server.tokens.add('token-1');
    await until('the processes to end', () => bench.membersOf('j1').length === 0);
  });

  it('keeps them while the server cannot say whether it knows the node', async () => {
    await bench.startHost({}, { timings: { retry } });
    await bench.server.run(bench.host.command('j1', loop));
    await until('the first line', bench.isUp('j1'));
    const handshakes = bench.server.handshakes.length;
    bench.server.refusal = 'SERVER_FAULT';
    bench.server.putOut();
    await until('two refusals', () => bench.server.handshakes.length >= handshakes + 2);
    expect(bench.membersOf('j1').length).toBeGreaterThan(0);
  });
});

describe('one job, one run', () => {
  it('takes the same attempt again without running it again, and refuses an older one', async () => {
    await bench.startHost();
    const command = bench.host.command('j1', `echo run >>runs; ${loop}`, { attempt: 3 });
    const replies = await Promise.all([bench.server.run(command), bench.server.run(command)]);
    expect(replies).toEqual([{ isAccepted: true }, { isAccepted: true }]);
    await until('the first line', bench.isUp('j1'));
    expect(await bench.server.run({ ...command, attempt: 2 })).toEqual({
      isAccepted: false,
      fault: 'job',
      reason: expect.stringMatching(/^AGENT_JOB_OUTDATED/),
    });
    expect(await bench.server.run(command)).toEqual({ isAccepted: true });
    expect(readFileSync(join(bench.host.home, 'runs'), 'utf8')).toBe('run\n');
    await bench.server.stopJob({ jobId: 'j1', attempt: 3, reason: 'stopped' });
    await until('the end', bench.hasEnded('j1'));
    // The answer to the end is still on its way: until it arrives, the job is known here and taken again.
    await until('the hand-over', () => !existsSync(join(bench.host.stateDir, 'jobs/j1')));
    expect(await bench.server.run(command)).toMatchObject({ isAccepted: false });
  });

  it('ends an older attempt before a newer one starts', async () => {
    await bench.startHost();
    await bench.server.run(bench.host.command('j1', `trap '' TERM; ${loop}`));
    await until('the first line', bench.isUp('j1'));
    bench.server.forgetJob('j1');
    await bench.server.run(bench.host.command('j1', 'echo second', { attempt: 2 }));
    expect(bench.membersOf('j1', 1)).toEqual([]);
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').output.toString()).toBe('second\n');
    expect(bench.server.job('j1').ended).toMatchObject({ attempt: 2, exitCode: 0 });
  });

  it('starts what an agent accepted and could not start any more, once', async () => {
    await bench.startHost();
    await bench.host.end('SIGKILL');
    const folder = join(bench.host.stateDir, 'jobs/j1');
    mkdirSync(folder, { mode: 0o700 });
    const command = bench.host.command('j1', 'echo run | tee -a runs');
    const confinement = bench.server.hellos[0]?.confinement;
    const spec = { command, confinement, processors: null };
    writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
    mkdirSync(join(bench.host.stateDir, 'jobs/never-accepted'));
    await bench.restartHost();
    expect(bench.server.hellos.at(-1)?.jobs).toEqual([
      { kind: 'job', jobId: 'j1', attempt: 1, isEnded: false },
    ]);
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').output.toString()).toBe('run\n');
    expect(existsSync(join(bench.host.stateDir, 'jobs/never-accepted'))).toBe(false);
  });

  it('starts nothing of what it accepted when its host takes no jobs any more', async () => {
    await bench.startHost();
    await bench.host.end('SIGKILL');
    const folder = join(bench.host.stateDir, 'jobs/j1');
    mkdirSync(folder, { mode: 0o700 });
    const command = bench.host.command('j1', 'echo run >>runs');
    const spec = { command, confinement: bench.server.hellos[0]?.confinement, processors: null };
    writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
    const restricted = bench.twinOfHost({ AGENT_ALLOW: 'metrics' });
    restricted.start(bench.server.url);
    try {
      await until('the end', bench.hasEnded('j1'));
    } finally {
      await restricted.end();
    }
    expect(bench.server.job('j1').ended).toMatchObject({ refusal: 'AGENT_JOBS_NOT_ALLOWED' });
    expect(existsSync(join(bench.host.home, 'runs'))).toBe(false);
  });

  it.each([
    ['is gone', 'gone', 'AGENT_FOLDER_UNREACHABLE'],
    ['is none that a job may see here', '.trash', 'AGENT_FOLDER_OUTSIDE'],
  ])('says so in the output when the folder of what it accepted %s', async (_, name, refusal) => {
    await bench.startHost();
    await bench.host.end('SIGKILL');
    const folder = join(bench.host.stateDir, 'jobs/j1');
    mkdirSync(folder, { mode: 0o700 });
    const gone = join(dirname(bench.host.home), name);
    const command = bench.host.command('j1', 'echo run', { visibleDirs: [gone], workDir: gone });
    const spec = { command, confinement: bench.server.hellos[0]?.confinement, processors: null };
    writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
    await bench.restartHost();
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({
      ...{ reason: 'lost', exitCode: null, refusal },
    });
    const output = bench.server.job('j1').output.toString();
    expect(output).toMatch(new RegExp(`^ClusterDesk: ${refusal}: .*\n$`));
  });

  it('forgets what the server has no use for', async () => {
    await bench.startHost();
    await bench.server.run(bench.host.command('j1', loop));
    await until('the first line', bench.isUp('j1'));
    await bench.host.end('SIGKILL');
    bench.server.job('j1').dropped = true;
    await bench.restartHost();
    await until('an empty spool', () => !existsSync(join(bench.host.stateDir, 'jobs/j1')));
    expect(bench.membersOf('j1')).toEqual([]);
    expect(bench.server.job('j1').ended).toBeNull();
  });
});

describe('a job that ends in other ways', () => {
  it('is lost when its launcher is killed, and nothing of it goes on', async () => {
    await bench.startHost();
    await bench.server.run(bench.host.command('j1', loop));
    await until('the first line', bench.isUp('j1'));
    const started = readFileSync(join(bench.host.stateDir, 'jobs/j1/started'), 'utf8').split('\n');
    process.kill(Number.parseInt(started[1] ?? '', 10), 'SIGKILL');
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'lost', exitCode: null });
    expect(bench.membersOf('j1')).toEqual([]);
  });

  it('is lost when the host was started anew', async () => {
    await bench.startHost();
    await bench.server.run(bench.host.command('j1', loop));
    await until('the first line', bench.isUp('j1'));
    await bench.host.end('SIGKILL');
    const path = join(bench.host.stateDir, 'jobs/j1/started');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*\n/, 'another-boot\n'));
    await bench.restartHost();
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'lost', exitCode: null });
    expect(bench.membersOf('j1')).toEqual([]);
  });

  it('ended while the agent was away, and brings all of its output', async () => {
    await bench.startHost();
    const gate = 'until [ -e agent-is-away ]; do sleep 0.05; done';
    await bench.server.run(bench.host.command('j1', `echo up; ${gate}; seq 30000; exit 4`));
    await until('the first line', bench.isUp('j1'));
    await bench.host.end('SIGKILL');
    writeFileSync(join(bench.host.home, 'agent-is-away'), '');
    await until('the end of the script', () =>
      existsSync(join(bench.host.stateDir, 'jobs/j1/exit')),
    );
    await bench.restartHost();
    await until('the end', bench.hasEnded('j1'));
    const { output, ended } = bench.server.job('j1');
    const lines = Array.from({ length: 30_000 }, (_, index) => `${String(index + 1)}\n`);
    expect(output.toString()).toBe(`up\n${lines.join('')}`);
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 4, outputBytes: output.length });
    // With the first of several pieces: its CPUs are free though the rest is still on its way.
    expect(output.length).toBeGreaterThan(2 * limits.jobLogChunkBytes);
    expect(bench.server.job('j1').endsTold).toBe(1);
  });

  it('is dated by the server, however wrong its host’s clock is, and whenever that is set', async () => {
    const aheadMs = 3_600_000;
    bench.server.clockAheadMs = -aheadMs;
    const askedAt = Date.now() - aheadMs;
    await bench.startHost();
    const look = 'cut -d" " -f1 /proc/uptime';
    const gate = 'until [ -e agent-is-away ]; do sleep 0.05; done';
    const script = `${look} >began; echo up; ${gate}; ${look} >ended; exit 255`;
    await bench.server.run(bench.host.command('j1', script));
    await until('the first line', bench.isUp('j1'));
    const { startedAt } = bench.server.job('j1');
    await bench.host.end('SIGKILL');
    writeFileSync(join(bench.host.home, 'agent-is-away'), '');
    const folder = join(bench.host.stateDir, 'jobs/j1');
    await until('the end of the script', () => existsSync(join(folder, 'exit')));
    const endedBy = Date.now() - aheadMs;
    // As if the clock had been set between the start and the end, and again since then.
    utimesSync(join(folder, 'started'), 1_000_000, 1_000_000);
    utimesSync(join(folder, 'exit'), 900_000, 900_000);
    await bench.restartHost();
    await until('the end', bench.hasEnded('j1'));
    const { ended, startedAt: startedAgain } = bench.server.job('j1');
    const uptime = (name: string): number =>
      Number(readFileSync(join(bench.host.home, name), 'utf8')) * 1_000;
    // The kernel tells starts and uptimes in hundredths of a second.
    const roundingMs = 50;
    // A hello may be long under way, which makes what is dated by it that much earlier; an hour it is not.
    const helloMs = aheadMs / 2;
    for (const start of [startedAt, startedAgain]) {
      expect(start).toBeGreaterThanOrEqual(askedAt - helloMs);
      expect(start).toBeLessThanOrEqual(endedBy + roundingMs);
    }
    expect(ended).toMatchObject({ exitCode: 255 });
    expect(ended?.signal).toBeUndefined();
    expect(ended?.endedAt).toBeLessThanOrEqual(endedBy + roundingMs);
    const ranMs = (ended?.endedAt ?? 0) - (startedAgain ?? 0);
    expect(ranMs).toBeGreaterThanOrEqual(uptime('ended') - uptime('began') - roundingMs);
    expect(ranMs).toBeLessThanOrEqual(endedBy - askedAt + roundingMs);
  });

  it('goes on while the server is away, and nothing of it is lost', async () => {
    await bench.startHost();
    await bench.server.run(
      bench.host.command('j1', 'echo up; for i in $(seq 300); do echo $i; sleep 0.005; done'),
    );
    await until('the first line', bench.isUp('j1'));
    await bench.server.stop();
    const folder = new JobFolder(join(bench.host.stateDir, 'jobs'), 'j1');
    const before = folder.outputBytes();
    await until('output meanwhile', () => folder.outputBytes() > before);
    await bench.server.start();
    await until('the end', bench.hasEnded('j1'));
    const lines = Array.from({ length: 300 }, (_, index) => `${String(index + 1)}\n`);
    expect(bench.server.job('j1').output.toString()).toBe(`up\n${lines.join('')}`);
  });

  it('ends with its agent where the settings say so, and the next agent reports it', async () => {
    // With the usual grace of a stop the job would outlive this test; the time that a launcher gives is in the real ones.
    expect(defaultTimings.exitStopMs).toBeLessThan(defaultTimings.stopJobsMs);
    expect(defaultTimings.stopJobsMs).toBeLessThan(3_000);
    const timings = { jobStopMs: 600_000, exitStopMs: 300, stopJobsMs: 600_000 };
    await bench.startHost({ AGENT_STOP_JOBS_ON_EXIT: 'true' }, { timings });
    await bench.server.run(bench.host.command('j1', `trap '' TERM; ${loop}`));
    await until('the first line', bench.isUp('j1'));
    await bench.server.stop();
    expect(await bench.host.end('SIGTERM')).toBe(0);
    expect(bench.membersOf('j1')).toEqual([]);
    await bench.server.start();
    await bench.restartHost();
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'lost', exitCode: 137 });
  });

  it('outlives an agent that a fault of its own ends, whatever the settings say', async () => {
    const plant =
      "process.on('SIGUSR2', () => void setImmediate(() => Promise.reject(new Error('planted'))))";
    await bench.startHost({
      AGENT_STOP_JOBS_ON_EXIT: 'true',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(plant)}`,
    });
    await bench.server.run(bench.host.command('j1', loop));
    await until('the first line', bench.isUp('j1'));
    expect(await bench.host.end('SIGUSR2')).toBe(1);
    expect(bench.host.lines).toMatch(/a fault that nothing handles: Error: planted\n +at /);
    expect(bench.membersOf('j1')).not.toEqual([]);
  });

  it('outlives its agent otherwise', async () => {
    await bench.startHost();
    await bench.server.run(bench.host.command('j1', 'echo up; sleep 0.5; echo done'));
    await until('the first line', bench.isUp('j1'));
    expect(await bench.host.end('SIGTERM')).toBe(0);
    await bench.restartHost();
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').output.toString()).toBe('up\ndone\n');
  });
});

describe('a kill of the agent around the start of a job', () => {
  const isWritten = (name: string): boolean =>
    existsSync(join(bench.host.stateDir, 'jobs/j1', name));
  it.each([
    ['as soon as it is ordered', () => true],
    ['when it is noted', () => isWritten('spec.json')],
    ['when its launcher has started', () => isWritten('started')],
  ])('%s loses and doubles nothing', async (stage, isReached) => {
    await bench.startHost();
    const command = bench.host.command('j1', 'echo run >>runs; seq 500');
    let isAnswered = false;
    bench.server.run(command).then(
      () => (isAnswered = true),
      () => undefined,
    );
    // A short job may be over, and its folder gone, before anybody looks.
    await until(stage, () => isReached() || bench.hasEnded('j1')());
    await bench.host.end('SIGKILL');
    await bench.restartHost();
    // A server says its command again when it was not answered; an answered one may have ended and be forgotten here.
    if (!isAnswered) {
      await bench.server.run(command);
    }
    await until('the end', bench.hasEnded('j1'));
    const lines = Array.from({ length: 500 }, (_, index) => `${String(index + 1)}\n`);
    expect(bench.server.job('j1').output.toString()).toBe(lines.join(''));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(readFileSync(join(bench.host.home, 'runs'), 'utf8')).toBe('run\n');
  });
});
