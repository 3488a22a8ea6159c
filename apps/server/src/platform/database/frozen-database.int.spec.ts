import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { startOwnDatabase, type OwnDatabase } from '@clusterdesk/tests/server/own-database.js';
import {
  call,
  signIn,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { stagedPathAt } from '@clusterdesk/tests/wire/tus-uploads.js';
import { beforeTimer } from '@clusterdesk/tests/before-timer.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { SharedTurns } from '../locks/shared-turns.service.js';
import { withStatementTimeout } from './long-statement.js';
import { Timings } from '../timings.js';

/** Short, and in the order of the platform's own. */
const timings = new Timings({
  database: { connectMs: 1_500, statementMs: 2_000, lockMs: 1_000, answerMs: 3_000 },
});
const { connectMs, answerMs, statementMs, idleInTransactionMs } = timings.database;

/** A call waits for one connection and one answer; by then it would have waited for a second answer. */
const sayAwayWithinMs = connectMs + 2 * answerMs;

let database: OwnDatabase;
let server: TestServer;
let token: string;

beforeAll(async () => {
  database = await startOwnDatabase();
  server = await startTestServer({ DATABASE_URL: database.url }, undefined, timings);
  token = await signIn(server.baseUrl);
});
afterEach(() => database.thaw());
afterAll(async () => {
  await server.stop();
  await database.stop();
});

const readOwnUser = async (): Promise<{ code: number; error: unknown }> => {
  const { code, result } = await call(server.baseUrl, endpoints.account.detail, {}, { token });
  const error: unknown =
    typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined;
  return { code, error };
};

/** An upload of ten bytes to the own disk, of which none has been sent. */
async function beginUpload(name: string): Promise<{ url: URL; headers: Record<string, string> }> {
  const headers = { authorization: token, 'tus-resumable': '1.0.0' };
  const created = await fetch(`${server.baseUrl}${uploadsPath}`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': '10',
      'upload-metadata': `space ${btoa('disk')},fileName ${btoa(name)}`,
    },
  });
  expect(created.status).toBe(201);
  return { url: new URL(created.headers.get('location') ?? '', server.baseUrl), headers };
}

describe('while PostgreSQL stands still', () => {
  it('calls answer 503 in time, however many, and work again afterwards', async () => {
    expect(await readOwnUser()).toMatchObject({ code: 200 });
    database.freeze();
    // More than the pool has connections.
    const answers = await beforeTimer(
      sayAwayWithinMs,
      Promise.all(Array.from({ length: 30 }, readOwnUser)),
    );
    for (const { code, error } of answers) {
      expect(code).toBe(503);
      expect(error).toMatch(/^DATABASE_(AWAY|BUSY)$/);
    }
    database.thaw();
    await waitFor('an answer', async () => (await readOwnUser()).code === 200);
  });

  it('readiness says so in time', async () => {
    database.freeze();
    const ready = fetch(`${server.baseUrl}/api/health/ready`);
    const answer = await beforeTimer(sayAwayWithinMs, ready);
    expect(answer.status).toBe(503);
  });

  it('an upload is refused in time, also by the connection that holds its lock', async () => {
    const { url, headers } = await beginUpload('a.txt');
    expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(200);
    database.freeze();
    const answer = await beforeTimer(sayAwayWithinMs, fetch(url, { method: 'HEAD', headers }));
    expect(answer.status).toBe(503);
    database.thaw();
    await waitFor(
      'the upload',
      async () => (await fetch(url, { method: 'HEAD', headers })).status === 200,
    );
  });

  it('work that is over does not wait until its lock is given back', async () => {
    const turns = server.app.get(SharedTurns);
    await turns.run('spec', 1, () => Promise.resolve());
    const over = turns.run('spec', 1, () => Promise.resolve(database.freeze()));
    await beforeTimer(answerMs - 500, over);
  });

  it('an upload whose bytes are being received waits for one answer, not for another one on its way out', async () => {
    const { url, headers } = await beginUpload('b.txt');
    const patch = request(url, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'content-length': '10',
        'upload-offset': '0',
      },
    });
    const answered = once(patch, 'response');
    patch.write('12345');
    const staged = stagedPathAt(server.app, url.pathname);
    await waitFor('the first bytes', async () => (await stat(staged)).size === 5);
    database.freeze();
    patch.end('67890');
    const [answer] = (await beforeTimer(2 * answerMs - 500, answered)) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(503);
  });
});

describe('PostgreSQL ends by itself', () => {
  it('a transaction that does nothing, and the pool goes on', async () => {
    const source = server.app.get(DataSource);
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    // The limit of this session, so that the test need not wait for the real one.
    await runner.query('SET LOCAL idle_in_transaction_session_timeout = 200');
    await waitFor(
      'its end',
      () =>
        runner.isReleased ||
        runner.query('SELECT 1').then(
          () => false,
          () => true,
        ),
      5_000,
      500,
    );
    await runner.release().catch(() => undefined);
    expect(await readOwnUser()).toMatchObject({ code: 200 });
    const [row] = await source.query<{ limit: string }[]>(
      `SELECT current_setting('idle_in_transaction_session_timeout') AS limit`,
    );
    expect(row?.limit).toBe(`${idleInTransactionMs / 1_000}s`);
  });

  it('a statement that takes too long, and a wait for a lock', async () => {
    const source = server.app.get(DataSource);
    // This code: PostgreSQL spoke before the deadline of its connection did.
    await expect(source.query('SELECT pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
    const holder = source.createQueryRunner();
    await holder.query('SELECT pg_advisory_lock(1)');
    await expect(source.query('SELECT pg_advisory_lock(1)')).rejects.toMatchObject({
      code: '55P03',
    });
    await holder.query('SELECT pg_advisory_unlock(1)');
    await holder.release();
  });

  it('maintenance later than others, and only it', async () => {
    const source = server.app.get(DataSource);
    const longer = answerMs + 1_000;
    await withStatementTimeout(source, 2 * longer, (manager) =>
      manager.query('SELECT pg_sleep($1)', [longer / 1_000]),
    );
    const [row] = await source.query<{ limit: string }[]>(
      `SELECT current_setting('statement_timeout') AS limit`,
    );
    expect(row?.limit).toBe(`${statementMs / 1_000}s`);
  });
});
