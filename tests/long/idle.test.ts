import { setTimeout as sleep } from 'node:timers/promises';
import { it } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import { SpecPlatform } from '../support/server/spec-platform.js';

/** The schedules of a new platform begin at once; they and what they wake are over then. */
const settleMs = 12_000;
const windowMs = 20_000;

/**
 * Twice what a server and a worker do in this time; with a schedule for each sweep and a worker that asks every 5 s for tasks it
 * was well beyond (docs/decisions/idle-is-cheap.md).
 */
const transactionsMax = 110;

it('asks the database little while nobody is there', async () => {
  const platform = await SpecPlatform.open({ withWorker: true });
  try {
    const count = async (): Promise<number> => {
      const [row] = await platform.query(
        `SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()`,
      );
      return Number(row?.['count']);
    };
    await sleep(settleMs);
    const before = await count();
    await sleep(windowMs);
    const transactions = (await count()) - before;
    expectAtMost('transactions while nothing happens', transactions, transactionsMax, '');
  } finally {
    await platform.stop();
  }
});
