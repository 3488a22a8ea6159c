import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readProc } from '@clusterdesk/host';
import { AgentBench, loop } from '../../../testing/agent-bench.js';
import { isRoot, jobUid, nobodyId, until } from '../../../testing/agent-process.js';

const bench = new AgentBench();

async function runToEnd(jobId: string, script: string, more = {}): Promise<string> {
  const reply = await bench.server.run(bench.host.command(jobId, script, more));
  expect(reply).toEqual({ isAccepted: true });
  await until(`the end of ${jobId}`, () => bench.server.job(jobId).ended !== null);
  return bench.server.job(jobId).output.toString();
}

const modes = [
  ...(isRoot ? [{ mode: 'namespaces', isUnprivileged: false }] : []),
  { mode: 'bubblewrap', isUnprivileged: true },
];

describe.each(modes)('a job confined with $mode', ({ mode, isUnprivileged }) => {
  beforeEach(async () => {
    await bench.startHost({}, { isUnprivileged });
    // An agent whose best recipe does not work takes the next: every test here must be about this one.
    expect(bench.server.hellos[0]?.confinement).toBe(mode);
  });

  it('says at start how it confines', () => {
    expect(bench.server.hellos[0]).toMatchObject({ confinement: mode, acceptsJobs: true });
    expect(bench.host.lines).toContain(`takes jobs, each confined with ${mode}`);
  });

  it('brings output and exit code', async () => {
    const output = await runToEnd('j1', 'echo "你好 $0"; echo to-stderr >&2; exit 7');
    const job = bench.server.job('j1');
    expect(output).toBe('你好 /tmp/job.sh\nto-stderr\n');
    expect(job.ended).toMatchObject({
      reason: 'exited',
      exitCode: 7,
      outputBytes: output.length + 4,
    });

    await until('an empty spool', () => !existsSync(join(bench.host.stateDir, 'jobs/j1')));
  });

  it('gives way to the platform when memory or processes run out', async () => {
    const output = await runToEnd('j1', 'cat /proc/self/oom_score_adj; ulimit -u');
    const [score, processes] = output.trim().split('\n');
    expect(score).toBe('1000');
    const own = /^Max processes +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    expect(Number(processes)).toBeLessThanOrEqual(Math.floor(Number(own ?? 'NaN') / 2));
  });

  it('runs no name of a folder, a job or a user, whatever is in it', async () => {
    const odd = `-n $(echo hit) \`echo hit\`; echo hit >hit & 'a' "b" * \\ %s`;
    const workDir = join(bench.host.home, odd);
    mkdirSync(workDir);
    const names = { jobName: odd, userName: odd, env: { NAME: odd } };
    const output = await runToEnd('j1', 'echo "$PWD"; echo "$NAME"; ls -A "$PWD" ..', {
      ...names,
      workDir,
    });
    expect(output).toBe(`${workDir}\n${odd}\n..:\n${odd}\n\n${workDir}:\n`);
  });

  it('is not root and has an environment and processes of its own', async () => {
    const output = await runToEnd(
      'j1',
      'id -u; echo "$HOME|$USER|$TMPDIR|$EXTRA|$PWD"; cat /proc/[0-9]*/environ | tr "\\0" "\\n"; ls -d /proc/[0-9]* | wc -l; grep -h NoNewPrivs /proc/self/status',
      { env: { EXTRA: "it's $(id) `id` \n2" } },
    );
    expect(output).not.toContain('never-to-be-seen');
    expect(output).not.toContain('token-1');
    expect(output).not.toMatch(/AGENT_/);
    expect(output.split('\n')[0]).toBe(
      String(mode === 'namespaces' ? jobUid : isRoot ? nobodyId : process.getuid?.()),
    );
    expect(output).toContain(
      `${bench.host.home}|zhang san|/tmp|it's $(id) \`id\` \n2|${bench.host.home}`,
    );
    expect(output).toMatch(/NoNewPrivs:\t1/);
    expect(Number(output.trimEnd().split('\n').at(-2))).toBeLessThan(10);
  });

  it('sees its own folder and nothing else of the hidden ones', async () => {
    writeFileSync(join(bench.host.home, 'mine.txt'), 'mine');
    writeFileSync(join(bench.host.dataDir, 'files/home/other/theirs.txt'), 'theirs');
    const output = await runToEnd(
      'j1',
      `cat mine.txt; echo; echo made >made.txt
       ls -a '${bench.host.dataDir}' '${bench.host.dataDir}/files/home' /home /root 2>&1
       cat '${bench.host.stateDir}/credentials.json' '${bench.host.dataDir}/files/home/other/theirs.txt' 2>&1
       find '${bench.host.dataDir}' -name theirs.txt -o -name credentials.json
       touch '${bench.host.dataDir}/planted' 2>&1
       : </proc/1/root/'${bench.host.dataDir}/files/home/other/theirs.txt'`,
    );
    expect(output.startsWith('mine\n')).toBe(true);
    expect(readFileSync(join(bench.host.home, 'made.txt'), 'utf8')).toBe('made\n');
    expect(output).not.toMatch(/^theirs|secret-of|\/other\/theirs.txt$|^credentials.json$/m);
    expect(output).toMatch(/credentials.json: No such file/);
    expect(output).toMatch(/planted'?: Read-only file system/);
    expect(existsSync(join(bench.host.dataDir, 'planted'))).toBe(false);
    if (isRoot) {
      expect(statSync(join(bench.host.home, 'made.txt')).uid).toBe(nobodyId);
    }
  });

  it('honours the first line of the script, and its signals', async () => {
    const output = await runToEnd(
      'j1',
      '#!/usr/bin/perl -w\n$| = 1; print "perl $$ ok\\n"; kill 9, $$;',
    );
    expect(output).toMatch(/^perl \d+ ok\n$/);
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'exited', exitCode: 137 });
  });

  it('is stopped with everything that tried to get away', async () => {
    // Told from any other process of this host by how long they sleep.
    const [first, second] = [String(1_000_000 + process.pid), String(9_000_000 + process.pid)];
    await bench.server.run(
      bench.host.command(
        'j1',
        `setsid sh -c 'trap "" TERM; env -i sleep ${first}' & (setsid sleep ${second} &) ; trap 'echo cleaning; exit 3' TERM; echo up; while :; do sleep 0.1; done 2>/dev/null`,
      ),
    );
    await until('the first line', () => bench.server.job('j1').output.includes('up'));
    expect(bench.membersOf('j1').length).toBeGreaterThan(3);
    expect(await bench.server.stopJob({ jobId: 'j1', attempt: 1, reason: 'stopped' })).toEqual({
      isKnown: true,
    });
    await until('the end', () => bench.server.job('j1').ended !== null);
    expect(bench.server.job('j1').output.toString()).toMatch(/^up\n(Terminated\n)?cleaning\n$/);
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'stopped', exitCode: 3 });
    expect(bench.membersOf('j1')).toEqual([]);
    expect(sleepers([first, second])).toEqual([]);
  });

  it('ends with the process that confines it', async () => {
    await bench.server.run(bench.host.command('j1', loop));
    await until('the first line', bench.isUp('j1'));
    const members = bench.membersOf('j1');
    // A program of the script may have ended since.
    const nameOf = (pid: number): string => readProc(`${String(pid)}/comm`)?.trim() ?? '';
    const confines = members.find((pid) => ['unshare', 'bwrap'].includes(nameOf(pid)));
    expect(confines).toBeGreaterThan(1);
    // The agent cleans up after a job, too, but not while it is gone.
    await bench.host.end('SIGKILL');
    process.kill(confines ?? Number.NaN, 'SIGKILL');
    const isAlive = (pid: number): boolean => {
      const state = /^State:\s+(\S)/m.exec(readProc(`${String(pid)}/status`) ?? '')?.[1];
      return state !== undefined && state !== 'Z';
    };
    await until('all of it to go', () => !members.some(isAlive));
    await bench.restartHost();
    await until('the end', bench.hasEnded('j1'));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'exited', exitCode: 137 });
  });

  it('loses no line when the agent is killed half-way', async () => {
    await bench.server.run(
      bench.host.command(
        'j1',
        'for i in $(seq 2000); do echo "line $i"; [ $((i % 20)) != 0 ] || sleep 0.01; done',
      ),
    );
    for (const mark of [200, 700, 1200]) {
      await until(`line ${String(mark)}`, () =>
        bench.server.job('j1').output.includes(`line ${String(mark)}\n`),
      );
      await bench.host.end('SIGKILL');
      bench.host.start(bench.server.url);
    }
    await until('the end', () => bench.server.job('j1').ended !== null);
    const expected = Array.from({ length: 2000 }, (_, index) => `line ${String(index + 1)}\n`);
    expect(bench.server.job('j1').output.toString()).toBe(expected.join(''));
    expect(bench.server.job('j1').ended).toMatchObject({ reason: 'exited', exitCode: 0 });
  });
});

function sleepers(seconds: string[]): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const [name, argument] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return name === 'sleep' && seconds.includes(argument ?? '');
    } catch {
      return false;
    }
  });
}
