import { execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { foldersOf, groupsBelow, removeGroups } from '../../../testing/job-groups.js';
import { isRoot, until } from '../../../testing/agent-process.js';
import { allowedProcessors } from '../confinement/processors.js';
import { killAll } from '../../runs/processes/stopper.js';
import { JobFolder, type JobSpec } from '../job-folder.js';
import { ServerClock } from '../../transport/server-clock.js';
import { SupervisedRun } from '../../runs/supervised-run.js';
import type { RunPolicy } from '../../runs/run-policy.js';
import type { JobGroup } from './job-group.js';
import { JobGroups } from './job-groups.js';

let stateDir: string;
let groups: JobGroups;

function openGroups(): JobGroups {
  const allowance = { memory: 'all', processes: 50 } as const;
  const opened = JobGroups.open(stateDir, allowance, allowedProcessors());
  if (opened === null) {
    throw new Error('This host has no control groups that this account may make.');
  }
  return opened;
}

function make(name: string): JobGroup {
  const group = groups.of(name);
  expect(groups.create(group, groups.limitsFor({ cpus: 1 }, null))).toEqual([]);
  return group;
}

it('runs as root where everything is tested', () => {
  expect(isRoot || process.env.CI !== 'true').toBe(true);
});

(isRoot ? describe : describe.skip)('the control groups of jobs', () => {
  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'clusterdesk-groups-'));
    groups = openGroups();
  });
  afterEach(async () => {
    await until('the groups to go', () => removeGroups(stateDir));
    rmSync(stateDir, { recursive: true });
  });

  const runIn = (group: JobGroup, ...line: string[]): [string, string[]] => {
    const [command = '', ...args] = [...group.joinCommand(), ...line];
    return [command, args];
  };

  it('give a job the memory that it asks for, and no more than all jobs have', () => {
    const { allBytes, eachBytes } = groups.jobMemory;
    expect(eachBytes).toBe(allBytes);
    const given = (memoryBytes?: number): number =>
      groups.limitsFor({ cpus: 1, memoryBytes }, null).memoryBytes;
    expect([given(), given(5_000), given(2 * allBytes)]).toEqual([allBytes, 5_000, allBytes]);
  });

  it('lead to a process that nothing else leads to', async () => {
    const group = make('job-1-1');
    const line = runIn(group, 'env', '-i', 'setsid', '--fork', 'sleep', '600');
    execFileSync(...line, { stdio: 'ignore' });
    expect(group.pids()).toHaveLength(1);
    await killAll({ launcher: null, marker: 'CLUSTERDESK_JOB=none', group, writer: null });
    expect(group.pids()).toEqual([]);
  });

  it('go with the agent, though what was killed in them is not gone at once', async () => {
    for (const name of ['job-1-1', 'job-2-1']) {
      execFileSync(...runIn(make(name), 'setsid', '--fork', 'sleep', '600'), { stdio: 'ignore' });
    }
    await groups.close(new Set());
    expect(foldersOf(stateDir)).toEqual([]);
  });

  it('stay when a job that goes on is in one, and it loses nothing', async () => {
    const group = make('job-1-1');
    make('job-2-1');
    const child = spawn(...runIn(group, 'sleep', '600'), { stdio: 'ignore' });
    await until('it to have joined', () => group.pids().length === 1);
    await groups.close(new Set(['job-1-1']));
    expect(groupsBelow(stateDir)).toEqual(['job-1-1']);
    expect(group.pids()).toEqual([child.pid]);
    const limits = foldersOf(stateDir).flatMap((folder) => {
      const text = (path: string): string => readFileSync(join(folder, path, 'pids.max'), 'utf8');
      return folder.includes('/pids/') ? [text('.'), text('job-1-1')] : [];
    });
    expect(limits).not.toContain('0\n');
    const end = once(child, 'exit');
    group.kill();
    await end;
  });

  it('are never made below one of all jobs without limits', () => {
    const read = (): string[] =>
      foldersOf(stateDir).flatMap((folder) =>
        folder.includes('/memory/')
          ? [readFileSync(join(folder, 'memory.limit_in_bytes'), 'utf8')]
          : [],
      );
    const limits = read();
    // Somebody tidied up.
    foldersOf(stateDir).forEach((folder) => {
      rmdirSync(folder);
    });
    make('job-1-1');
    expect(read()).toEqual(limits);
  });

  it('are not left by an attempt that was given up while it was prepared', async () => {
    const jobsDir = join(stateDir, 'jobs');
    mkdirSync(jobsDir);
    const folder = new JobFolder(jobsDir, '1');
    const command = {
      ...{ jobId: '1', attempt: 1, jobName: 'one', userName: 'one', script: '', cpus: 1 },
      ...{ timeoutMs: null, visibleDirs: [], hiddenDirs: [], workDir: '/tmp', env: {} },
    };
    const spec: JobSpec = {
      ...{ command, confinement: 'none', processors: null },
    };
    folder.create(spec);
    const preparing = new EventEmitter();
    const asked = once(preparing, 'asked');
    const policy: RunPolicy = {
      ...{ attempt: 1, title: 'job 1', marker: 'CLUSTERDESK_JOB=none', timeoutMs: null },
      ...{ stopMs: 1_000, writerMs: 1_000, sparedDepth: 1, leftovers: 'killed' },
      group: groups.of('job-1-1'),
      hasBegun: () => false,
      prepare: async () => {
        const mayGoOn = once(preparing, 'go on');
        preparing.emit('asked');
        await mayGoOn;
        make('job-1-1');
        return () => undefined;
      },
      settle: () => Promise.resolve(),
    };
    const job = new SupervisedRun(spec, folder, policy, {
      kind: 'job',
      server: { isReady: false, ask: () => Promise.reject(new Error('not connected')) },
      clock: new ServerClock(),
      onReleased: () => undefined,
    });
    job.attach(0);
    const supervised = job.supervise();
    await asked;
    await job.abandon();
    preparing.emit('go on');
    await supervised;
    expect(groupsBelow(stateDir)).toEqual([]);
  });
});
