import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { JobSearchRepository } from './listing/job-search.repository.js';

const calls = endpoints.jobs;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let jobs: SpecJobs;
let server: TestServer;
let token: string;

beforeAll(async () => {
  jobs = await SpecJobs.start();
  ({ server, token } = jobs);
});
afterAll(() => jobs.stop());

beforeEach(async () => {
  await jobs.connect();
});
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
});

const submit: SpecJobs['submit'] = (more, as) => jobs.submit(more, as);

describe('who may not', () => {
  let other: string;
  let closed: string;
  let keeper: string;
  beforeAll(async () => {
    await createUser(server, 'other');
    await createUser(server, 'nomenu', ['myDoc', 'myDoc.files']);
    await createUser(server, 'keeper', ['desktopDot.jobs', 'desktopDot.queues']);
    keeper = await signIn(server.baseUrl, 'keeper', userPassword);
    other = await signIn(server.baseUrl, 'other', userPassword);
    closed = await signIn(server.baseUrl, 'nomenu', userPassword);
  });

  it("see, read or stop somebody else's job; an administrator may", async () => {
    const jobId = await submit({}, other);
    const foreign = await submit();
    for (const endpoint of [calls.detail, calls.log, calls.stop]) {
      const answer = await call(server.baseUrl, endpoint, { jobId: foreign }, { token: other });
      expect(answer).toMatchObject({ code: 404, success: false });
    }
    const list = (as: string) => call(server.baseUrl, calls.list, {}, { token: as });
    expect((await list(other)).result.map((row) => row.jobId)).toEqual([jobId]);
    // Whoever manages queues has no part in what waits in them.
    expect((await list(keeper)).result).toEqual([]);
    expect((await list(token)).result.map((row) => row.jobId)).toEqual([foreign, jobId]);
    expect(await call(server.baseUrl, calls.detail, { jobId }, { token })).toMatchObject({
      code: 200,
    });
  });

  it('call any of it without the menu', async () => {
    for (const endpoint of [calls.list, calls.queueList, calls.run, calls.stop, calls.upload]) {
      expect(await call(server.baseUrl, endpoint, {} as never, { token: closed })).toMatchObject({
        code: 403,
      });
    }
  });

  it('submit to a queue that does not name them, whichever other one does', async () => {
    await server.dataSource.query(
      `INSERT INTO compute_queue (queue_name) VALUES ('closed'), ('own')`,
    );
    await server.dataSource.query(
      `INSERT INTO compute_queue_user (queue_id, user_id)
       SELECT queue.id, account.id FROM compute_queue queue, user_account account
       WHERE queue.queue_name = 'own' AND account.user_name = 'other'`,
    );
    const answer = await call(
      server.baseUrl,
      calls.run,
      { jobName: 'job', queueName: 'closed', scriptContent: 'x' },
      { token: other },
    );
    expect(answer).toMatchObject({ code: 404, result: { error: 'JOB_QUEUE_NOT_FOUND' } });
    await server.dataSource.query(
      `DELETE FROM compute_queue WHERE queue_name IN ('closed', 'own')`,
    );
  });
});

it('lists of jobs leave the scripts where they are', async () => {
  const jobId = await submit({ scriptContent: `#${'x'.repeat(1_000_000)}` });
  const page = { sort: 'createTime', order: 'desc', offset: 0, size: 1 } as const;
  const lists = server.app.get(JobSearchRepository);
  const [listed] = await lists.find({}, await lists.windowOf({}), page);
  expect(listed).toMatchObject({ id: jobId });
  expect(listed).not.toHaveProperty('script');
  const { result } = await call(server.baseUrl, calls.detail, { jobId }, { token });
  expect(result.scriptContent).toHaveLength(1_000_001);
});

it.each([
  ['a byte order mark', '\uFEFFset -e\nfalse\n', 'set -e\nfalse\n'],
  ['lines that end as on Windows', 'if true\r\nthen echo\r\nfi', 'if true\nthen echo\nfi'],
  ['lines that end as on old Macs', '#!/bin/bash\recho one\r', '#!/bin/bash\necho one\n'],
  ['both a mark and such ends', '\uFEFF#!/bin/sh\rtrue', '#!/bin/sh\ntrue'],
  ['a carriage return of its own', "printf 'a\rb'\n", "printf 'a\rb'\n"],
])('a script with %s runs as it was meant', async (_, scriptContent, meant) => {
  const jobId = await submit({ scriptContent });
  const { result } = await call(server.baseUrl, calls.detail, { jobId }, { token });
  expect(result.scriptContent).toBe(meant);
});

it('what a call leaves open is as the #SBATCH lines of the script ask', async () => {
  const scriptContent = '#!/bin/bash\n#SBATCH -n 2 -t 0:30\necho hi\n';
  const asked = async (more: object): Promise<object> => {
    const jobId = await submit({ scriptContent, ...more });
    const { result } = await call(server.baseUrl, calls.detail, { jobId }, { token });
    return { cpus: result.cpus, maxMinutes: result.maxMinutes };
  };
  expect(await asked({})).toEqual({ cpus: 2, maxMinutes: 1 });
  expect(await asked({ cpus: 1, maxMinutes: 5 })).toEqual({ cpus: 1, maxMinutes: 5 });
  await expect(submit({ scriptContent: '#SBATCH -n 5\n' })).rejects.toThrow('4');
});

describe('wrong input', () => {
  it.each([
    ['a name that starts with a digit', { jobName: '1job' }, 'jobName'],
    ['no script', { scriptContent: '\uFEFF' }, 'scriptContent'],
    ['a work folder that is no path', { workDir: 'a' }, 'workDir'],
    ['no CPU at all', { cpus: 0 }, 'cpus'],
    ['a queue with a NUL in its name', { queueName: 'a\0' }, 'queueName'],
  ])('%s is refused by name', async (_, wrong, field) => {
    const input = { jobName: 'job', queueName: 'local', scriptContent: 'x', ...wrong };
    const answer = await call(server.baseUrl, calls.run, input, { token });
    expect(answer).toMatchObject({
      code: 400,
      result: { fields: { [field]: expect.any(String) } },
    });
  });

  it('asks for more CPUs than any node gives', async () => {
    const input = { jobName: 'job', queueName: 'local', scriptContent: 'x', cpus: 5 };
    const answer = await call(server.baseUrl, calls.run, input, { token });
    expect(answer).toMatchObject({ code: 400, result: { error: 'JOB_TOO_MANY_CPUS' } });
  });

  it('a script file comes back as text, and only text does', async () => {
    const upload = async (...files: Uint8Array[]) => {
      const form = new FormData();
      files.forEach((data) => form.append('file', new Blob([Buffer.from(data)]), 'run.sh'));
      const response = await fetch(`${server.baseUrl}/api/job/upload`, {
        method: 'POST',
        headers: { Authorization: token },
        body: form,
      });
      return (await response.json()) as unknown;
    };
    expect(await upload(bytes('echo 你好\n'))).toMatchObject({
      message: 'echo 你好\n',
      result: 'echo 你好\n',
    });
    // As editors for Windows save it: with a mark, in either encoding.
    const written = '\uFEFFecho 你好\r\n';
    for (const data of [
      bytes(written),
      Buffer.from(written, 'utf16le'),
      Buffer.from(written, 'utf16le').swap16(),
    ]) {
      expect(await upload(data)).toMatchObject({ result: 'echo 你好\n' });
    }
    for (const wrong of [
      Uint8Array.of(0xff, 0xfe, 0),
      Uint8Array.of(0xb2, 0xe2, 0xca, 0xd4),
      bytes('a\0b'),
      new Uint8Array(1024 * 1024 + 1),
    ]) {
      expect(await upload(wrong)).toMatchObject({ success: false, code: 400 });
    }
    expect(await upload(bytes('a'), bytes('b'))).toMatchObject({
      code: 400,
      result: { error: 'INPUT_ONE_FILE' },
    });
  });
});
