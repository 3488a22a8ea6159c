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
import { endpoints } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import { JobOutputs } from './job-outputs.service.js';

const calls = endpoints.jobs;
const pieceBytes = 64 * 1024;

let jobs: SpecJobs;
let agent: FakeAgent;
let owner: { id: string; token: string };
let count = 0;

beforeAll(async () => {
  jobs = await SpecJobs.start();
});
afterAll(() => jobs.stop());
beforeEach(async () => {
  agent = await jobs.connect();
  count += 1;
  const { id } = await createUser(jobs.server, `owner${count}`);
  owner = { id, token: await signIn(jobs.server.baseUrl, `owner${count}`, userPassword) };
});
afterEach(async () => {
  jest.restoreAllMocks();
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
});

async function say(jobId: string, offset: number, text: string): Promise<void> {
  const data = new TextEncoder().encode(text);
  const piece = { ...(await jobs.ref(jobId)), offset, data };
  await agent.say('jobs.output', piece);
}

/** A running job of the owner with output. */
async function talkative(...pieces: string[]): Promise<string> {
  const jobId = await jobs.submit({ jobName: '分析-1' }, owner.token);
  await jobs.dispatch();
  await jobs.begin(agent, jobId);
  let offset = 0;
  for (const piece of pieces) {
    await say(jobId, offset, piece);
    offset += Buffer.byteLength(piece);
  }
  return jobId;
}

/** More output than sockets take in. */
async function fill(jobId: string, pieces = 512): Promise<void> {
  await jobs.query(
    `INSERT INTO script_job_output (job_id, start_byte, data)
     SELECT $1::bigint, $2::bigint * n, convert_to(repeat('x', $2::int), 'UTF8') FROM generate_series(0, $3::int - 1) n`,
    [jobId, pieceBytes, pieces],
  );
  await jobs.query('UPDATE script_job SET output_bytes = $2 WHERE id = $1', [
    jobId,
    pieces * pieceBytes,
  ]);
}

const ask = (jobId: string, token = owner.token) =>
  call(jobs.server.baseUrl, calls.getLogPath, { jobId }, { token });

function fetchLog(ticket: string, method = 'GET'): Promise<Response> {
  const url = new URL(`/api${calls.downloadLog.path}`, jobs.server.baseUrl);
  url.searchParams.set('ticket', ticket);
  return fetch(url, { method });
}

async function ticketOf(jobId: string): Promise<string> {
  return (await ask(jobId)).result;
}

describe('the output as a file', () => {
  it('comes byte for byte, as an attachment that no page runs', async () => {
    const text = ['<b>第一段\n', '第二段\u001b[0m\n', 'x'.repeat(pieceBytes)];
    const jobId = await talkative(...text);
    await jobs.end(agent, jobId, { outputBytes: Buffer.byteLength(text.join('')) });
    const answer = await fetchLog(await ticketOf(jobId));
    expect([answer.status, await answer.text()]).toEqual([200, text.join('')]);
    const { headers } = answer;
    const name = encodeURIComponent(`分析-1-${jobId}.log`);
    expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''${name}`);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect(headers.get('cache-control')).toContain('no-store');
  });

  it('of a job that runs on ends where it was when it was fetched', async () => {
    const jobId = await talkative('before ');
    const ticket = await ticketOf(jobId);
    await say(jobId, 7, 'between ');
    const outputs = jobs.server.get(JobOutputs);
    const read = outputs.read.bind(outputs);
    jest.spyOn(outputs, 'read').mockImplementation(async (...input) => {
      await say(jobId, 15, 'while it is sent');
      return read(...input);
    });
    const answer = await fetchLog(ticket);
    expect(answer.headers.get('content-length')).toBe('15');
    expect(await answer.text()).toBe('before between ');
    expect((await jobs.job(jobId)).outputBytes).toBe('31');
  });

  it('of a job that has said nothing is empty', async () => {
    const answer = await fetchLog(await ticketOf(await talkative()));
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('breaks off when the job is made anew meanwhile, in place of going on with other words', async () => {
    const jobId = await talkative();
    await fill(jobId);
    const answer = await fetchLog(await ticketOf(jobId));
    await jobs.query('UPDATE script_job SET attempt = attempt + 1 WHERE id = $1', [jobId]);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('that the retention has removed is refused with the reason', async () => {
    const jobId = await talkative('old');
    await jobs.query('UPDATE script_job SET output_removed_at = now() WHERE id = $1', [jobId]);
    expect((await ask(jobId)).result).toMatchObject({ error: 'JOB_OUTPUT_REMOVED' });
  });
});

describe('a ticket', () => {
  it('is good once, however many ask at the same time; a look takes nothing from it', async () => {
    const ticket = await ticketOf(await talkative('hello'));
    const look = await fetchLog(ticket, 'HEAD');
    expect([look.status, look.headers.get('content-length')]).toEqual([200, '5']);
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetchLog(ticket)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await fetchLog(ticket, 'HEAD')).status).toBe(404);
  });

  it('is not good for long, nor for something else', async () => {
    const jobId = await talkative('hello');
    const old = await ticketOf(jobId);
    await jobs.query('UPDATE fetch_ticket SET expires_at = now()');
    const other = await ticketOf(jobId);
    await jobs.query(`UPDATE fetch_ticket SET purpose = 'client-tool' WHERE expires_at > now()`);
    for (const ticket of [old, other, 'made-up']) {
      expect((await fetchLog(ticket)).status).toBe(404);
    }
  });

  it('leaves a row in the log that names the job and not the ticket', async () => {
    const jobId = await talkative('hello');
    const ticket = await ticketOf(jobId);
    const rows = await jobs.query(
      `SELECT target_name AS name, details FROM audit_log
       WHERE method_name = '/job/getLogPath' AND target_type = 'job' AND target_id = $1`,
      [jobId],
    );
    expect(rows).toMatchObject([{ name: '分析-1', details: { owner: `owner${count}` } }]);
    expect(JSON.stringify(rows)).not.toContain(ticket);
  });
});

describe('who may not read the log may not have it as a file', () => {
  it('neither ask for it, nor fetch it when the right has ended meanwhile', async () => {
    const jobId = await talkative('secret');
    await createUser(jobs.server, `other${count}`);
    const other = await signIn(jobs.server.baseUrl, `other${count}`, userPassword);
    expect((await ask(jobId, other)).result).toMatchObject({ error: 'JOB_NOT_FOUND' });
    await createUser(jobs.server, `pageless${count}`, ['myDoc', 'myDoc.files']);
    const pageless = await signIn(jobs.server.baseUrl, `pageless${count}`, userPassword);
    expect((await ask(jobId, pageless)).code).toBe(403);
    expect((await ask('9'.repeat(18))).result).toMatchObject({ error: 'JOB_NOT_FOUND' });
    // A system administrator sees everyone's jobs.
    expect((await ask(jobId, jobs.token)).code).toBe(200);

    const ticket = await ticketOf(jobId);
    await jobs.query(
      `UPDATE user_role SET role_id = (SELECT id FROM role WHERE role_name = $2) WHERE user_id = $1`,
      [owner.id, `role of pageless${count}`],
    );
    const answer = await fetchLog(ticket);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('secret');
  });

  it('when the session that asked is over', async () => {
    const ticket = await ticketOf(await talkative('secret'));
    await call(jobs.server.baseUrl, endpoints.sessions.logout, {}, { token: owner.token });
    expect((await fetchLog(ticket)).status).toBe(404);
  });

  it('any further than it has come when the session ends', async () => {
    const jobId = await talkative();
    await fill(jobId);
    const answer = await fetchLog(await ticketOf(jobId));
    const running = jobs.server.get(RunningWork);
    expect(running.size).toBe(1);
    await call(jobs.server.baseUrl, endpoints.sessions.logout, {}, { token: owner.token });
    await expect(answer.text()).rejects.toThrow('terminated');
    await waitFor('the work is over', () => running.size === 0);
  });
});
