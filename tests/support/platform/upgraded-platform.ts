import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, type Envelope, type UpgradeState } from '@clusterdesk/contracts';
import { waitFor } from '../wait-for.js';
import type { ApiClient } from './api-client.js';
import type { RunningPlatform } from './running-platform.js';

/** Sends a bundle as the page does. @returns the envelope of the answer */
export async function sendBundle(
  client: ApiClient,
  file: string | Blob,
): Promise<Envelope<UpgradeState & { error?: string }>> {
  const form = new FormData();
  form.set('file', typeof file === 'string' ? await openAsBlob(file) : file, 'release.bundle');
  const answer = await fetch(`${client.url}/api/active/updateOfManual`, {
    method: 'POST',
    headers: { Authorization: client.token ?? '' },
    body: form,
  });
  return (await answer.json()) as Envelope<UpgradeState & { error?: string }>;
}

/** What a program that nobody signed in to is told. Null while nobody answers. */
export async function versionOf(platform: RunningPlatform): Promise<string | null> {
  try {
    const answer = await fetch(`${platform.url}/api/platform/info`);
    return ((await answer.json()) as { result: { version: string } }).result.version;
  } catch {
    return null;
  }
}

/** The end of the upgrade that the launcher was told of. */
export function waitForUpgradeEnd(client: ApiClient): Promise<UpgradeState['run']> {
  return waitFor(
    'the upgrade to end',
    async () => {
      const { result } = await client.expectOk(endpoints.upgrades.state, {}).catch(() => ({
        result: null,
      }));
      const run = result?.run ?? null;
      return run && ['done', 'refused', 'returned'].includes(run.phase) ? run : null;
    },
    240_000,
  );
}

/** What the launcher's journal says: the step that a start after a kill -9 finds. Null: the upgrade is over, or none began. */
export function journalStep(dataDir: string): 'staged' | 'saved' | null {
  const file = join(dataDir, 'launcher/upgrade.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { step: 'staged' | 'saved' | null }).step
    : null;
}

/** How upgrades ended, as the log has it, in order; waits for so many. */
export async function waitForToldEnds(
  platform: RunningPlatform,
  count: number,
): Promise<{ level: string; code: string | null; userName: string; notices: number }[]> {
  const read = async () =>
    (await platform.query(
      `SELECT log_level AS level, error_code AS code, user_name AS "userName",
         (SELECT count(*)::int FROM notification WHERE kind = 'operations.upgrade-ended') AS notices
       FROM audit_log WHERE method_name = 'upgrade.ended' ORDER BY id`,
    )) as { level: string; code: string | null; userName: string; notices: number }[];
  await waitFor('the end of the upgrade to be told', async () => (await read()).length >= count);
  return read();
}
