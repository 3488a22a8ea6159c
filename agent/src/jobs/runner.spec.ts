import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentHelloSchema, agentJobsMax, type RunScript } from '@clusterdesk/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ServerConnection } from '../server-connection.js';
import { until } from '../../testing/agent-process.js';
import type { JobHost } from './job-host.js';
import { hostNetworkOnly } from './network/job-network.js';
import { Runner } from '../runs/runner.js';
import { JobKind } from './job-kind.js';

let stateDir: string;
let home: string;

beforeEach(() => {
  const dir = mkdtempSync(join(tmpdir(), 'clusterdesk-runner-'));
  [stateDir, home] = [join(dir, 'agent'), join(dir, 'home')];
  mkdirSync(join(stateDir, 'jobs'), { recursive: true });
  mkdirSync(home);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(join(stateDir, '..'), { recursive: true });
});

const command = (jobId: string): RunScript => ({
  ...{ jobId, attempt: 1, jobName: '', userName: '', script: 'echo no', cpus: 1, timeoutMs: null },
  ...{ visibleDirs: [home], hiddenDirs: [], workDir: home, env: {} },
});

/** A job that has ended and was not yet reported. */
function leaveEndedJob(jobId: string): void {
  const folder = join(stateDir, 'jobs', jobId);
  mkdirSync(folder);
  const spec = { command: command(jobId), confinement: 'none', processors: null };
  writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
  const end = { reason: 'exited', exitCode: 0, outputBytes: 0, endedAt: 1 };
  writeFileSync(join(folder, 'end.json'), JSON.stringify(end));
}

describe('the number of jobs', () => {
  it('never exceeds what a hello can name', async () => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    let isReady = false;
    const server: ServerConnection = {
      get isReady() {
        return isReady;
      },
      ask: async () => undefined as never,
    };
    const ids = Array.from({ length: agentJobsMax }, (_, index) => String(index));
    ids.forEach(leaveEndedJob);
    const host: JobHost = {
      ...{
        stateDir,
        filesRoots: [dirname(home)],
        projectsRoots: [],
        showsProjects: false,
        hiddenDirs: [],
        refusal: null,
        confinement: 'none',
        accounts: { kind: 'own' },
      },
      ...{
        isUnconfinedAllowed: true,
        processors: null,
        groups: null,
        scopes: null,
        processLimit: null,
        protections: [],
      },
      networks: hostNetworkOnly,
      surroundings: { devices: [], sockets: [], scratchBytes: null, allowsUserNamespaces: false },
    };
    const runner = new Runner(new JobKind(host), stateDir, server);
    runner.restore();
    expect(agentHelloSchema.shape.jobs.parse(runner.list())).toHaveLength(agentJobsMax);
    await expect(runner.run(command('one-more'))).rejects.toThrow(/^AGENT_SPOOL_FULL/);

    isReady = true;
    const answers = ids.map((jobId) => ({ jobId, attempt: 1, nextOffset: 0 }));
    await runner.follow(answers.map((answer) => ({ ...answer, action: 'continue' as const })));
    await until('all of them to be handed over', () => runner.list().length === 0);
  });
});
