import { waitFor } from '../wait-for.js';
import type { SpecPlatform } from './spec-platform.js';

/** Waits until one call at least waits for a lock in the platform's database. */
export async function waitForLockWaiter(platform: SpecPlatform): Promise<void> {
  await waitFor('the call to wait', async () => {
    const [row] = await platform.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return Number(row?.['waiting']) > 0;
  });
}
