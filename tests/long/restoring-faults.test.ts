import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { RestoringPlatform } from '../support/faults/restoring-platform.js';
import { ApiClient } from '../support/platform/api-client.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(300_000);

const { backups } = endpoints;
const before = { rows: 'changed', file: 'changed', later: true };
const restored = { rows: 'first', file: 'first', later: false };
/** As PostgreSQL shows what a worker is at. */
const loading = `pg_stat_progress_copy WHERE command = 'COPY FROM' AND tuples_processed > 1000`;
const indexing = 'pg_stat_progress_create_index';

let faults: RestoringPlatform;

beforeAll(async () => {
  faults = await RestoringPlatform.start();
});
afterAll(() => faults.stop());

/** What was cut off hinders nothing. */
async function expectToRestore(): Promise<void> {
  const id = await faults.begin();
  expect(await faults.waitForEnd(id)).toMatchObject({ state: 'done', message: null });
  expect(await faults.look()).toEqual(restored);
  await faults.waitForAgent();
}

const kills: Record<string, (id: string) => Promise<void>> = {
  'takes the safety backup': (id) =>
    faults.killWhen('it', async () => (await faults.find(id)).safetyState === 'running'),
  'lays out the files': (id) => faults.killWhen('it', () => faults.isLaidOut(id)),
  'loads the rows': () => faults.killWhen('it', () => faults.isIn(loading)),
  'makes the indexes': () => faults.killWhen('it', () => faults.isIn(indexing)),
};

describe('a worker that is killed', () => {
  test.each(Object.entries(kills))('while it %s has changed nothing', async (_, kill) => {
    const id = await faults.begin();
    await kill(id);
    const { state, message } = await faults.waitForEnd(id);
    expect([state, message?.en]).toEqual([
      'failed',
      expect.stringContaining('nothing was changed'),
    ]);
    expect(await faults.look()).toEqual(before);
    await expectToRestore();
  });

  test.each([
    ['before the first folder', 'rename /files/home'],
    ['between two folders', 'rename /new/projects'],
    ['after the last folder', 'rmdir /new'],
  ])('when it is decided, %s, has changed all', async (_, call) => {
    faults.strikeBefore(call);
    const id = await faults.begin();
    await faults.waitForStrike();
    const { state, message } = await faults.waitForEnd(id);
    expect([state, message]).toEqual(['done', null]);
    expect(await faults.look()).toEqual(restored);
    await faults.waitForAgent();
    await expectToRestore();
  });
});

test('calls are refused in their language while rows are loaded, and then need a new session', async () => {
  const id = await faults.begin();
  const { token } = faults.admin;
  await waitFor('the rows', () => faults.isIn(loading), 100_000, 2);
  // It stands still there for as long as the calls take.
  await faults.platform.kill('worker', 'SIGSTOP');
  const sentences = { cn: '系统繁忙，操作未完成，请稍后重试', en: 'The platform is too busy' };
  try {
    for (const language of ['cn', 'en'] as const) {
      const client = new ApiClient(faults.platform.url, language);
      client.token = token;
      const answer = await client.call(backups.list, {});
      expect(answer).toMatchObject({
        code: 503,
        message: expect.stringContaining(sentences[language]),
      });
    }
  } finally {
    await faults.platform.kill('worker', 'SIGCONT');
  }
  expect((await faults.waitForEnd(id)).state).toBe('done');
  expect((await faults.admin.call(backups.list, {})).code).toBe(401);
  expect(await faults.look()).toEqual(restored);
});

test('a restoring ends when its safety backup is cancelled', async () => {
  const id = await faults.begin();
  const safetyId = await waitFor('the safety backup', async () => (await faults.find(id)).safetyId);
  await faults.admin.expectOk(backups.cancel, { id: safetyId });
  const { state, safetyState, message } = await faults.waitForEnd(id);
  expect([state, safetyState]).toEqual(['failed', 'cancelled']);
  expect(message?.en).toContain('nothing was changed');
  expect(await faults.look()).toEqual(before);
  await expectToRestore();
});
