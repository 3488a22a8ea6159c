import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isRunning } from '@clusterdesk/host';
import { AgentBench, loop } from '../../../testing/agent-bench.js';
import { isRoot, until } from '../../../testing/agent-process.js';
import { JobFolder } from '../../jobs/job-folder.js';

const bench = new AgentBench();
const folder = (jobId: string): JobFolder =>
  new JobFolder(join(bench.host.stateDir, 'jobs'), jobId);
const output = (jobId: string): string => bench.server.job(jobId).output.toString();

async function runToEnd(jobId: string, script: string, withinMs = 20_000): Promise<void> {
  expect(await bench.server.run(bench.host.command(jobId, script))).toEqual({ isAccepted: true });
  await until(`the end of ${jobId}`, bench.hasEnded(jobId), withinMs);
}

describe('the output of a job', () => {
  it('is no file: nothing can be reserved through it, and it cannot be set back', async () => {
    await bench.startHost();
    const fallocate =
      'fallocate -l 64M -n /proc/self/fd/1; perl -e \'print STDERR seek(STDOUT, 0, 0) ? "set back" : "$!"\'';
    await runToEnd('j1', `echo first; ${fallocate}; test -p /proc/self/fd/1 && echo pipe`);
    expect(output('j1')).toMatch(/^first\n.*fallocate.*\n?Illegal seek\n?pipe\n$/s);
  });

  it('may be opened anew by the name that scripts use for it', async () => {
    await bench.startHost();
    await runToEnd('j1', 'echo out >/dev/stdout; echo err >/dev/stderr; echo more >>/dev/stdout');
    expect(output('j1')).toBe('out\nerr\nmore\n');
  });

  it('is there while the job runs, at once', async () => {
    await bench.startHost();
    const { server } = bench;
    await server.run(bench.host.command('j1', 'perl -e \'$| = 1; print "here"; sleep 600\''));
    await until('what has no end of line yet', () => output('j1') === 'here');
  });

  it('of Python is not kept back in its buffers, unless the job wants that', async () => {
    await bench.startHost();
    await runToEnd('j1', 'echo "$PYTHONUNBUFFERED"');
    expect(output('j1')).toBe('1\n');
    const command = bench.host.command('j2', 'echo "$PYTHONUNBUFFERED"');
    await bench.server.run({ ...command, env: { PYTHONUNBUFFERED: '' } });
    await until('the end of j2', bench.hasEnded('j2'));
    expect(output('j2')).toBe('\n');
  });

  // Who is not root can't make a small disk.
  (isRoot ? it : it.skip)(
    'says where the disk took no more of it',
    async () => {
      const host = bench.addHost();
      mkdirSync(join(host.stateDir, 'jobs'), { recursive: true });
      const disk = ['-t', 'tmpfs', '-o', 'size=2m,mode=0700', 'small', join(host.stateDir, 'jobs')];
      execFileSync('mount', disk);
      try {
        host.start(bench.server.url);
        await until('the hello', () => bench.server.isConnected);
        const fill = 'head -c 3m /dev/zero; sleep 1; echo after >result';
        await bench.server.run(host.command('j1', fill));
        await until('the script to go on', () => existsSync(join(host.home, 'result')));
        expect(statSync(folder('j1').outputPath).size).toBeLessThan(2 * 1024 * 1024);
        await until('the mark', () => folder('j1').isOutputTorn);
      } finally {
        await host.end();
        execFileSync('umount', ['-l', join(host.stateDir, 'jobs')]);
      }
    },
    30_000,
  );
});

describe('what a script leaves behind', () => {
  // Recipes with processes of their own end all with the script; a launcher alone shows what happens without one.
  it('does not hold up the end, and what it wrote before is there', async () => {
    await bench.startHost();
    await runToEnd('j1', 'echo up; (setsid sleep 600 &) ; exit 3');
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'exited', exitCode: 3 });
    expect(output('j1')).toBe('up\n');
    expect(bench.membersOf('j1')).toEqual([]);
  });

  it('does not hold up the end in the hands of somebody outside either', async () => {
    await bench.startHost({}, { timings: { jobWriterMs: 1_500 } });
    const script = 'echo up; while [ ! -e go ]; do sleep 0.05; done; echo last; exit 3';
    await bench.server.run(bench.host.command('j1', script));
    await until('the first line', bench.isUp('j1'));
    // As who got the descriptor over a socket of the user's folder.
    const held = openSync(join(folder('j1').path, 'output.pipe'), constants.O_WRONLY);
    try {
      mkdirSync(join(bench.host.home, 'go'));
      await until('the end', bench.hasEnded('j1'));
    } finally {
      closeSync(held);
    }
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'exited', exitCode: 3 });
    expect(output('j1')).toBe('up\nlast\n');
  });
});

describe('the writer of the output', () => {
  it('brings what a stopped job says last', async () => {
    await bench.startHost();
    const last = 'trap "seq 20000; echo last; exit 4" TERM';
    await bench.server.run(bench.host.command('j1', `${last}; ${loop}`));
    await until('the first line', bench.isUp('j1'));
    await bench.server.stopJob({ jobId: 'j1', attempt: 1, reason: 'stopped' });
    await until('the end', bench.hasEnded('j1'));
    expect(output('j1')).toMatch(/\n20000\nlast\n$/);
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'stopped', exitCode: 4 });
  });

  it('loses nothing of a job whose launcher was killed, and goes with it', async () => {
    await bench.startHost();
    await bench.server.run(bench.host.command('j1', `seq 20000; ${loop}`));
    await until('the first line', bench.isUp('j1'));
    const writer = folder('j1').readWriter();
    const { launcher } = folder('j1').readStarted() ?? {};
    expect(writer && isRunning(writer)).toBe(true);
    process.kill(launcher?.pid ?? 0, 'SIGKILL');
    await until('the end', bench.hasEnded('j1'));
    expect(output('j1')).toContain('\n20000\nup\n');
    expect(writer && isRunning(writer)).toBe(false);
  });
});
