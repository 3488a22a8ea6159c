import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call } from '@clusterdesk/tests/server/test-server.js';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { FileSpace } from '../../../platform/file-space/file-space.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { UserRemovalSteps } from '../../users/leaving/user-removal-steps.service.js';
import { JobResultsRepository } from './job-results.repository.js';
import { ResultCollection } from './result-collection.service.js';

const calls = endpoints.jobs;
/** Not text, with parts of characters at its ends. */
const binary = Buffer.from([0x82, 0xff, 0x00, ...Buffer.from('输出\n'), 0xe8, 0xbe]);

let jobs: SpecJobs;
let agent: FakeAgent;
let home: string;
let workDir: string;
let number = 0;

beforeAll(async () => {
  jobs = await SpecJobs.start({}, { jobs: { fileClockMs: 20, resultsMs: 0 } });
  home = join(jobs.server.config.filesDir, 'home/admin');
  agent = await jobs.connect();
});
afterAll(() => jobs.stop());
beforeEach(async () => {
  number += 1;
  workDir = `/work-${number}`;
  await mkdir(join(home, workDir), { recursive: true });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await jobs.query('DELETE FROM script_job');
  await jobs.query('DELETE FROM disk_account');
});

const at = (...path: string[]): string => join(home, workDir, ...path);
const names = async (): Promise<string[]> => (await readdir(at())).sort();
const collect = (): Promise<void> =>
  jobs.server.get(ResultCollection).run(new AbortController().signal);
const logOf = (jobId: string): string => `job-${jobId}.log`;
const begin = (): Promise<string> => jobs.run(agent, { workDir });

/** Lets a job print, and end. */
async function end(
  jobId: string,
  pieces: readonly Buffer[] = [Buffer.from('hi\n')],
): Promise<void> {
  let offset = 0;
  for (const data of pieces) {
    await agent.say('jobs.output', { ...(await jobs.ref(jobId)), offset, data });
    offset += data.length;
  }
  await jobs.end(agent, jobId, { outputBytes: offset });
}

async function ask<E extends typeof calls.files | typeof calls.madeBy>(
  endpoint: E,
  input: EndpointInput<E>,
) {
  return (await call(jobs.server.baseUrl, endpoint, input, { token: jobs.token })).result;
}

const outputsOf = async (jobId: string): Promise<Record<string, string>> => {
  const { data } = await ask(calls.files, { jobId, kind: 'output' });
  return Object.fromEntries(data.map(({ path, state }) => [path.slice(workDir.length), state]));
};

/** Longer than times of files and of jobs may differ. */
const passes = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));

describe('the output of a job', () => {
  it('becomes a file of its folder, byte for byte, once', async () => {
    const jobId = await begin();
    expect(await ask(calls.files, { jobId, kind: 'output' })).toEqual({
      data: [],
      total: 0,
      isWhole: false,
    });
    await end(jobId, [binary, binary, Buffer.from('end')]);
    await collect();
    await collect();
    expect(await names()).toEqual([logOf(jobId)]);
    expect(await readFile(at(logOf(jobId)))).toEqual(
      Buffer.concat([binary, binary, Buffer.from('end')]),
    );
    const detail = await call(jobs.server.baseUrl, calls.detail, { jobId }, { token: jobs.token });
    expect(detail.result.logPath).toBe(`${workDir}/${logOf(jobId)}`);
  });

  it.each(['FAILED', 'TIMEOUT', 'CANCELLED', 'NODE_FAIL'] as const)(
    'becomes one however it ended: %s',
    async (status) => {
      const jobId = await begin();
      await end(jobId, [Buffer.from('x')]);
      await jobs.query('UPDATE script_job SET status = $2 WHERE id = $1', [jobId, status]);
      await collect();
      expect(await names()).toEqual([logOf(jobId)]);
    },
  );

  it('is no file where there is none, and of a job that never ran nothing is looked for', async () => {
    const silent = await begin();
    await end(silent, []);
    const waiting = await jobs.submit({ workDir });
    await call(jobs.server.baseUrl, calls.stop, { jobId: waiting }, { token: jobs.token });
    expect(await jobs.job(waiting)).toMatchObject({ status: 'CANCELLED', resultsDueAt: null });
    await collect();
    expect(await names()).toEqual([]);
    expect(await jobs.job(silent)).toMatchObject({ resultsDueAt: null, logPath: null });
  });

  it('is there once when the process dies between the file and its row', async () => {
    const jobId = await begin();
    await end(jobId);
    const finish = jest.spyOn(JobResultsRepository.prototype, 'finish');
    finish.mockRejectedValueOnce(new Error('died'));
    await collect();
    expect(await names()).toEqual([logOf(jobId)]);
    expect(await jobs.job(jobId)).toMatchObject({ logPath: null });
    await jobs.query('UPDATE script_job SET results_due_at = now()');
    await collect();
    expect(await names()).toEqual([logOf(jobId)]);
    expect(await jobs.job(jobId)).toMatchObject({ logPath: `${workDir}/${logOf(jobId)}` });
    expect(await readdir(join(jobs.server.config.filesDir, '.staging/logs'))).toEqual([]);
  });

  it('comes later after a fault of the platform, and what the job made is known before', async () => {
    const jobId = await begin();
    await writeFile(at('made'), 'made');
    await end(jobId);
    const place = jest.spyOn(SpaceOperations.prototype, 'place');
    place.mockRejectedValueOnce(new Error('The filesystem is away'));
    await collect();
    await rm(at('made'));
    expect(await jobs.job(jobId)).toMatchObject({ logPath: null, hasAllOutputs: true });
    await jobs.query('UPDATE script_job SET results_due_at = now()');
    await collect();
    expect(await names()).toEqual([logOf(jobId)]);
    expect(await outputsOf(jobId)).toEqual({ '/made': 'gone' });
  });

  it('is given up where the process died each time', async () => {
    const jobId = await begin();
    await end(jobId);
    await jobs.query('UPDATE script_job SET results_tries = 20 WHERE id = $1', [jobId]);
    const silent = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await collect();
    silent.mockRestore();
    expect(await jobs.job(jobId)).toMatchObject({ resultsDueAt: null, logPath: null });
    expect(await names()).toEqual([]);
  });

  it('leaves a file alone that has its name', async () => {
    const jobId = await begin();
    await writeFile(at(logOf(jobId)), 'mine');
    await end(jobId);
    await collect();
    expect(await names()).toEqual([`job-${jobId} (1).log`, logOf(jobId)]);
    expect(await readFile(at(logOf(jobId)), 'utf8')).toBe('mine');
  });

  const refused: Record<string, () => Promise<unknown>> = {
    'the quota is full': () =>
      jobs.query(
        `INSERT INTO disk_account (user_id, quota_bytes, used_bytes, measured_at)
         SELECT id, 1, 0, now() FROM user_account WHERE user_name = 'admin'`,
      ),
    'the folder is gone': () => rm(at(), { recursive: true }),
    'a link took the place of the folder': async () => {
      await rm(at(), { recursive: true });
      await symlink(join(home, 'elsewhere'), at());
    },
    'the user may not sign in any more': () =>
      jobs.query(`UPDATE user_account SET is_frozen = true WHERE user_name = 'admin'`),
  };

  it.each(Object.keys(refused))('is no file when %s, and nothing else is wrong', async (why) => {
    await mkdir(join(home, 'elsewhere'), { recursive: true });
    const jobId = await begin();
    await end(jobId);
    await refused[why]?.();
    await collect();
    await jobs.query(`UPDATE user_account SET is_frozen = false`);
    expect(await readdir(join(home, 'elsewhere'))).toEqual([]);
    expect(await jobs.job(jobId)).toMatchObject({ logPath: null, resultsDueAt: null });
  });
});

describe('the files that a job made or changed', () => {
  it('are exactly those, with one walk for all that ended', async () => {
    await mkdir(at('deep/er'), { recursive: true });
    await writeFile(at('before.txt'), 'old');
    await writeFile(at('deep/changed.txt'), 'old');
    await passes();
    const ids = [await begin(), await begin(), await begin()];
    await passes();
    await writeFile(at('deep/changed.txt'), 'new text');
    await writeFile(at('deep/er/made.bin'), 'x');
    await symlink('/etc', at('link'));
    await passes();
    for (const id of ids) {
      await end(id);
    }
    await passes();
    await writeFile(at('after.txt'), 'later');
    await passes();
    const next = await begin();
    await passes();
    const walk = jest.spyOn(FileSpace.prototype, 'findChanged');
    await collect();
    expect(walk).toHaveBeenCalledTimes(1);
    for (const id of ids) {
      expect(await outputsOf(id)).toEqual({
        '/deep/er/made.bin': 'same',
        '/deep/changed.txt': 'same',
      });
      expect(await ask(calls.files, { jobId: id, kind: 'output' })).toMatchObject({
        total: 2,
        isWhole: true,
      });
    }
    // What the platform wrote while a job ran is nothing that the job made.
    await passes();
    await end(next);
    await collect();
    expect(await outputsOf(next)).toEqual({});
  });

  it('tell what became of them, and the file tells its job under any name', async () => {
    const jobId = await begin();
    for (const name of ['same', 'changed', 'moved', 'gone']) {
      await writeFile(at(name), name);
    }
    await end(jobId);
    await collect();
    await writeFile(at('changed'), 'more than that');
    await mkdir(at('else'));
    await rename(at('moved'), at('else/where'));
    await rm(at('gone'));
    expect(await outputsOf(jobId)).toEqual({
      '/same': 'same',
      '/changed': 'changed',
      '/moved': 'gone',
      '/gone': 'gone',
    });
    const madeBy = (path: string) => ask(calls.madeBy, { path: `${workDir}/${path}` });
    const job = { jobId, jobName: 'job', isChanged: false, inputs: [] };
    expect(await madeBy('same')).toMatchObject(job);
    expect(await madeBy('else/where')).toMatchObject(job);
    expect(await madeBy('changed')).toMatchObject({ ...job, isChanged: true });
    expect(await madeBy(logOf(jobId))).toBeNull();
    expect(await madeBy('else')).toBeNull();
    // Nothing is kept of the disk of a user who is gone, but the job is.
    const userId = (await jobs.job(jobId)).userId ?? '';
    const steps = jobs.server.get(UserRemovalSteps).list();
    const removal = { userId, userName: 'admin', homeKey: 'admin' };
    await steps.find(({ name }) => name === 'jobs.end')?.run(removal, new AbortController().signal);
    expect(await outputsOf(jobId)).toEqual({});
    // The last one that wrote it.
    const second = await begin();
    await writeFile(at('same'), 'by another');
    await end(second);
    await collect();
    expect(await madeBy('same')).toMatchObject({ jobId: second });
  });
});
