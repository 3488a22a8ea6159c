import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { intrude } from '../support/attack/intruder.js';
import { TestPlatform } from '../support/platform/platform.js';
import { ask, callThrough } from '../support/platform/steady-calls.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;
/** Eight of them call at once. */
const clients = 8;

describe('the address of a running platform', () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(async () => platform.stop());

  /** Calls without a pause while the server is ended by a signal and its successor comes up; what came of each. */
  const callThroughEnd = (signal: NodeJS.Signals): Promise<(number | string)[]> =>
    callThrough(['127.0.0.1', '::1'], platform.port, async () => {
      const pid = await platform.pidOf('server');
      process.kill(pid, signal);
      await waitFor('the next server', async () => (await platform.pidOf('server')) !== pid);
    });

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
    const results = await callThroughEnd('SIGTERM');
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
    const results = await callThroughEnd('SIGKILL');
    const lost = results.filter((result) => result !== 200);
    expect(new Set(lost)).toEqual(new Set(lost.length > 0 ? ['ECONNRESET'] : []));
    expect(lost.length).toBeLessThanOrEqual(clients);
  });
});
