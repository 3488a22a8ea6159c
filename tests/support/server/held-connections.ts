import { jest } from '@jest/globals';
import { SafeDirectory } from '../../../apps/server/src/platform/file-space/safe-directory.js';
import type { SpecPlatform } from './spec-platform.js';

/** Others begin and end transactions of their own: one that is held is there each time. */
const looks = 20;

/**
 * Lets files and folders come into their place only when so many are about to, and says how many came and how many transactions
 * were open all the while.
 */
export async function heldWhilePlacing(
  platform: SpecPlatform,
  atOnce: number,
  work: () => Promise<unknown>,
): Promise<{ placings: number; transactions: number }> {
  const held = { placings: 0, transactions: 0 };
  const waiting: (() => void)[] = [];
  const arrive = async (): Promise<void> => {
    held.placings += 1;
    if (held.placings % atOnce !== 0) {
      return new Promise((resolve) => void waiting.push(resolve));
    }
    held.transactions += await openTransactions(platform);
    waiting.splice(0).forEach((goOn) => goOn());
  };
  const spies = (['linkFromPath', 'renameFrom'] as const).map((name) => {
    const real = SafeDirectory.prototype[name];
    return jest.spyOn(SafeDirectory.prototype, name).mockImplementation(async function (
      this: SafeDirectory,
      ...args
    ) {
      await arrive();
      await real.apply(this, args);
    });
  });
  try {
    await work();
  } finally {
    spies.forEach((spy) => spy.mockRestore());
  }
  return held;
}

async function openTransactions(platform: SpecPlatform): Promise<number> {
  let fewest = Number.MAX_SAFE_INTEGER;
  for (let look = 0; look < looks && fewest > 0; look += 1) {
    const [row] = await platform.query(
      `SELECT count(*)::int AS open FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    fewest = Math.min(fewest, Number(row?.['open']));
  }
  return fewest;
}
