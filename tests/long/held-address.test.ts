import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { intrude } from '../support/attack/intruder.js';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;
const clients = 8;
const path = '/api/active/getSystemPublicConfigs';

/** What came of one call on a connection of its own: the status, or the code of the error. */
async function ask(host: string, port: number): Promise<number | string> {
  const request = get({ host, port, path, agent: false });
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode === 503 && !answer.headers['retry-after']
      ? '503 without Retry-After'
      : (answer.statusCode ?? 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

describe('the address of a running platform', () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(async () => platform.stop());

  /** Calls without a pause while the server is ended by a signal and its successor comes up; what came of each. */
  async function callThrough(signal: NodeJS.Signals): Promise<(number | string)[]> {
    const results: (number | string)[] = [];
    let isOver = false;
    const work = Array.from({ length: clients }, async (_, index) => {
      while (!isOver) {
        results.push(await ask(index % 2 === 0 ? '127.0.0.1' : '::1', platform.port));
      }
    });
    await waitFor('calls', () => results.length > 2 * clients);
    const pid = await platform.pidOf('server');
    process.kill(pid, signal);
    await waitFor('the next server', async () => (await platform.pidOf('server')) !== pid);
    const before = results.length;
    await waitFor('calls of the next server', () => results.length > before + 2 * clients);
    isOver = true;
    await Promise.all(work);
    return results;
  }

  test('answers on both families, and nobody else gets it while the server runs or is down', async () => {
    expect(await ask('127.0.0.1', platform.port)).toBe(200);
    expect(await ask('::1', platform.port)).toBe(200);
    const uids = isRoot ? [undefined, 65_534] : [undefined];
    expect(uids.map((uid) => intrude(platform.port, uid))).toEqual(uids.map(() => []));

    await platform.kill('server');
    let isBack = false;
    const answered = ask('127.0.0.1', platform.port).finally(() => (isBack = true));
    let tries = 0;
    do {
      expect(uids.map((uid) => intrude(platform.port, uid))).toEqual(uids.map(() => []));
      tries += 1;
      await sleep(1);
    } while (!isBack);
    expect(tries).toBeGreaterThan(1);
    expect(await answered).toBe(200);
  });

  test('loses no call when the server is stopped and started again', async () => {
    const results = await callThrough('SIGTERM');
    expect(results.filter((result) => result !== 200 && result !== 503)).toEqual([]);
  });

  test('loses no call when the server is stopped as soon as it answers', async () => {
    await platform.kill('server');
    // They wait for the next server, and come to it together.
    const waiting = Array.from({ length: clients }, (_, index) =>
      ask(index % 2 === 0 ? '127.0.0.1' : '::1', platform.port),
    );
    await Promise.race(waiting);
    process.kill(await platform.pidOf('server'), 'SIGTERM');
    const results = await Promise.all(waiting);
    expect(results.filter((result) => result !== 200 && result !== 503)).toEqual([]);
  });

  test('refuses no connection when the server is killed: only calls under way are lost', async () => {
    const results = await callThrough('SIGKILL');
    const lost = results.filter((result) => result !== 200);
    expect(new Set(lost)).toEqual(new Set(lost.length > 0 ? ['ECONNRESET'] : []));
    expect(lost.length).toBeLessThanOrEqual(clients);
  });
});
