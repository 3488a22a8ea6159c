import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../testing/agent-process.js';
import { JobGroup } from '../../jobs/cgroups/job-group.js';
import { jobMarker, spawnLauncher } from './launcher.js';
import { findMembers, type Member } from './process-tree.js';
import { type ProcessPolicy, RunProcesses } from './run-processes.js';
import { JobFolder, type JobSpec } from '../../jobs/job-folder.js';

let dirs: string[];

beforeEach(() => {
  dirs = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'clusterdesk-spool-')));
});
afterEach(() => dirs.forEach((dir) => rmSync(dir, { recursive: true })));

/** Job 7 of an agent with this spool, running. */
async function startJob(
  jobsDir: string,
  script = 'while :; do sleep 0.1; done',
  group: JobGroup | null = null,
): Promise<RunProcesses> {
  const folder = new JobFolder(jobsDir, '7');
  const dirs = { visibleDirs: [jobsDir], hiddenDirs: [], workDir: jobsDir };
  const spec: JobSpec = {
    command: {
      ...{ jobId: '7', attempt: 1, jobName: '', userName: '', script: '', ...dirs },
      ...{ cpus: 1, timeoutMs: null, env: {} },
    },
    confinement: 'none',
    processors: null,
  };
  folder.create(spec);
  folder.writeInputs({ script: '', environment: '', filter: null });
  const marker = jobMarker(folder.path, 1);
  const policy: ProcessPolicy = {
    ...{ marker, group, timeoutMs: null, stopMs: 5_000, writerMs: 5_000, sparedDepth: 1 },
    leftovers: 'killed',
    hasBegun: () => folder.hasBegun(),
  };
  const job = new RunProcesses(folder, policy);
  job.start((onGone) => {
    const launcher = spawnLauncher(folder.path, marker, ['/bin/sh', '-c', script]);
    launcher.once('exit', onGone);
  });
  await until('the start', () => job.startedAt !== null);
  return job;
}

describe('two agents on one host', () => {
  it('leave the job of the other alone that has the same number', async () => {
    const [mine, other] = [await startJob(dirs[0] ?? ''), await startJob(dirs[1] ?? '')];
    await mine.abandon();
    expect(mine.isOver).toBe(true);
    expect(other.isOver).toBe(false);
    await other.abandon();
    expect(other.isOver).toBe(true);
  });
});

describe('a job that is given up', () => {
  it('leaves nothing of what had not joined its control group yet', async () => {
    const [jobsDir = '', folder = ''] = dirs;
    const job = await startJob(
      jobsDir,
      'echo up; exec sleep 600',
      new JobGroup(2, new Map([['memory', folder]])),
    );
    const marker = jobMarker(join(jobsDir, '7'), 1);
    const members = (): Member[] => findMembers(null, marker);
    const output = join(jobsDir, '7/output.log');
    await until('the command to run', () => existsSync(output) && readFileSync(output).length > 0);
    expect(members().length).toBeGreaterThan(1);
    await job.abandon();
    await until('all of it to be gone', () => members().length === 0);
  });
});

describe('a script without processes of its own', () => {
  it('is not held up by what it left behind with its output open', async () => {
    const [dir = ''] = dirs;
    const job = await startJob(dir, 'echo begin >&5; echo up; setsid sleep 600 & exit 3');
    await until('the script to have ended', () => job.isHeldUp);
    expect(job.isOver).toBe(false);
    job.killRest();
    await until('the launcher to go', () => job.isOver);
    expect(await job.end(null)).toMatchObject({ reason: 'exited', exitCode: 3, outputBytes: 3 });
  });
});

describe('a clock that is set while a job ends', () => {
  const hourMs = 3_600_000;

  it('does not let what a script left behind hold it up', async () => {
    const [dir = ''] = dirs;
    const job = await startJob(dir, 'echo begin >&5; setsid sleep 600 & exit 3');
    await until('the exit code', () => job.isScriptEnded);
    const later = new Date(Date.now() + hourMs);
    utimesSync(join(dir, '7/exit'), later, later);
    expect(job.isHeldUp).toBe(true);
    job.killRest();
    await until('the launcher to go', () => job.isOver);
  });

  it('does not decide whether it was stopped or ended by itself', async () => {
    const [dir = ''] = dirs;
    const job = await startJob(dir, 'echo begin >&5; exit 3');
    await until('the end', () => job.isOver);
    const request = (isLate: boolean, byMs: number) =>
      job.end({ reason: 'stopped', at: Date.now() + byMs, isLate });
    expect(await request(false, hourMs)).toMatchObject({ reason: 'stopped', exitCode: 3 });
    expect(await request(true, -hourMs)).toMatchObject({ reason: 'exited', exitCode: 3 });
  });
});
