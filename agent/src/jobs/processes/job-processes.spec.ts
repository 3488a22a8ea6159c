import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../testing/agent-process.js';
import { JobProcesses } from './job-processes.js';
import { JobFolder, type JobSpec } from '../spool/job-folder.js';

let dirs: string[];

beforeEach(() => {
  dirs = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'clusterdesk-spool-')));
});
afterEach(() => dirs.forEach((dir) => rmSync(dir, { recursive: true })));

/** Job 7 of an agent with this spool, running. */
async function startJob(jobsDir: string): Promise<JobProcesses> {
  const folder = new JobFolder(jobsDir, '7');
  const dirs = { visibleDirs: [jobsDir], hiddenDirs: [], workDir: jobsDir };
  const spec: JobSpec = {
    command: {
      ...{ jobId: '7', attempt: 1, jobName: '', userName: '', script: '', ...dirs },
      ...{ cpus: 1, timeoutMs: null, env: {} },
    },
    confinement: 'none',
    processors: null,
    notesBegin: true,
  };
  folder.create(spec);
  folder.writeInputs({ script: '', environment: '' });
  const job = new JobProcesses(folder, spec);
  job.start(['/bin/sh', '-c', 'while :; do sleep 0.1; done']);
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
