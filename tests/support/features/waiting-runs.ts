import { jest } from '@jest/globals';
import { UserRights } from '../../../apps/server/src/features/users/rights/user-rights.service.js';
import type { SpecPlatform } from '../server/spec-platform.js';

/** What a worker calls for rows that wait: of copies, of packages. */
interface Runner {
  work(payload: object, signal: AbortSignal): Promise<void>;
}

/** Runs all that waits, also what failed just now. */
export async function runWaiting(platform: SpecPlatform, runner: Runner): Promise<void> {
  for (const table of ['copy_task', 'download_package']) {
    await platform.query(
      `UPDATE ${table} SET touched_at = touched_at - interval '2 s' WHERE state = 'waiting'`,
    );
  }
  await runner.work({}, new AbortController().signal);
}

/** Tells the worker to stop as soon as it has taken a row. */
export async function stopARun(platform: SpecPlatform, runner: Runner): Promise<void> {
  const stop = new AbortController();
  const rights = platform.get(UserRights);
  const find = rights.find.bind(rights);
  const asked = jest.spyOn(rights, 'find').mockImplementationOnce((userId) => {
    stop.abort();
    return find(userId);
  });
  await runner.work({}, stop.signal);
  asked.mockRestore();
}
