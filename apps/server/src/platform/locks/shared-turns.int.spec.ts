import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Postgres } from '../database/postgres.js';
import { SessionLocks } from './session-locks.service.js';
import { SharedTurns } from './shared-turns.service.js';

/** As another process has it: on connections of its own. */
class OtherProcess {
  private readonly postgres = new Postgres({ databaseUrl: platform.config.databaseUrl });
  private readonly locks = new SessionLocks(this.postgres);
  readonly turns = new SharedTurns(this.locks);

  /** Its locks go with its connection, as when it is killed. */
  async end(): Promise<void> {
    await this.locks.onApplicationShutdown();
    await this.postgres.close();
  }
}

let platform: SpecPlatform;
let user: SpecUser;
let one: OtherProcess;
let two: OtherProcess;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  user = await platform.addUser('takes-turns');
});
afterAll(() => platform.stop());
beforeEach(() => {
  one = new OtherProcess();
  two = new OtherProcess();
});
afterEach(async () => {
  await one.end();
  await two.end();
});

it('places are counted over all processes, and each frees one for the others', async () => {
  const first = await one.turns.tryTake('x', 2);
  const second = await two.turns.tryTake('x', 2);
  expect([first, second]).not.toContain(null);
  expect(await one.turns.tryTake('x', 2)).toBe(null);
  expect(await two.turns.tryTake('x', 2)).toBe(null);
  expect(await two.turns.tryTake('y', 1)).not.toBe(null);
  first?.();
  await waitFor('the freed place', async () => (await two.turns.tryTake('x', 2)) !== null);
});

it('a process has no place twice, though its session could lock it again', async () => {
  expect(await one.turns.tryTake('x', 1)).not.toBe(null);
  expect(await one.turns.tryTake('x', 1)).toBe(null);
});

it('what waits has the place of a process that ended, and leaves when its caller is gone', async () => {
  await one.turns.tryTake('x', 1);
  const gone = new AbortController();
  const left = two.turns.run(
    'x',
    1,
    () => Promise.resolve('ran'),
    () => gone.signal,
  );
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const waiting = two.turns.run('x', 1, () => Promise.resolve('ran'));
  await one.end();
  expect(await waiting).toBe('ran');
});

it('a connection that is lost under running work keeps no place', async () => {
  await one.turns.run('x', 1, async () => {
    await platform.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'clusterdesk locks'`,
    );
    await waitFor('the place', async () => (await two.turns.tryTake('x', 1)) !== null);
  });
  expect(await one.turns.tryTake('y', 1)).not.toBe(null);
});

it('a measure of a user waits for that of another server', async () => {
  const leave = await one.turns.tryTake(`measure ${user.id}`, 1);
  let isAnswered = false;
  const answer = platform.call(user, endpoints.disk.measure, { path: '/' }).finally(() => {
    isAnswered = true;
  });
  // Plain calls of the same user go on meanwhile.
  for (let call = 0; call < 5; call += 1) {
    expect(await platform.call(user, endpoints.account.detail, {})).toMatchObject({ code: 200 });
  }
  expect(isAnswered).toBe(false);
  leave?.();
  expect(await answer).toMatchObject({ code: 200 });
});
