import { expect } from '@jest/globals';
import { approvalGrantedNotice, endpoints, shareReceivedNotice } from '@clusterdesk/contracts';
import type { SignedInUser } from '../platform/add-user.js';
import type { ApiClient } from '../platform/api-client.js';
import { waitFor } from '../wait-for.js';
import type { ContainerPlatform } from './container-platform.js';
import { download } from './remote-upload.js';

/** Something that was acknowledged, and by what it is found again. */
export type Kept =
  | { kind: 'folder'; name: string }
  | { kind: 'upload'; name: string; content: Buffer }
  | { kind: 'share' | 'decision' | 'job' | 'copy' | 'package'; name: string; id: string };

type KeptWithId = Extract<Kept, { id: string }>;

/** All of it is there, and each of it once: with its line in the log, and what is told of it. */
export async function expectKept(
  platform: ContainerPlatform,
  client: ApiClient,
  receiver: SignedInUser,
  kept: readonly Kept[],
): Promise<void> {
  const ofKind = (kind: KeptWithId['kind']) =>
    kept.filter((one): one is KeptWithId => one.kind === kind);
  const folders = kept.filter(({ kind }) => kind === 'folder').map(({ name }) => name);
  const { result: entries } = await client.expectOk(endpoints.disk.list, {});
  const there = new Set(entries.map(({ path }) => path));
  expect(folders.filter((name) => !there.has(`/${name}`))).toEqual([]);
  expect(await countLines(platform, endpoints.disk.mkdir.path, folders)).toEqual(once(folders));

  for (const one of kept) {
    if (one.kind === 'upload') {
      expect((await download(client, `/${one.name}`)).equals(one.content)).toBe(true);
    }
  }

  const shareIds = ofKind('share').map(({ id }) => id);
  expect(await countLines(platform, endpoints.shares.add.path, shareIds)).toEqual(once(shareIds));
  // Equal ones of one sender are one notification that counts them; what was refused may have been done, too.
  const [told] = await platform.query<{ shares: number; told: number }>(
    `SELECT (SELECT count(*)::int FROM share_receiver WHERE user_id = $1) AS shares,
       (SELECT coalesce(sum(count), 0)::int FROM notification WHERE user_id = $1 AND kind = $2) AS told`,
    [receiver.id, shareReceivedNotice.kind],
  );
  expect(told?.told).toBe(told?.shares);
  expect(told?.told).toBeGreaterThanOrEqual(shareIds.length);

  const decided = ofKind('decision').map(({ id }) => id);
  expect(await countLines(platform, endpoints.approvals.agree.path, decided)).toEqual(
    once(decided),
  );
  expect(
    await countNotices(platform, approvalGrantedNotice.kind, 'applicationId', decided),
  ).toEqual(once(decided));
  for (const id of decided) {
    const { result } = await receiver.client.expectOk(endpoints.approvals.detail, { id });
    expect(result.application.status).toBe(1);
  }

  for (const { id, name } of ofKind('job')) {
    await expectRunOnce(client, id, name);
  }
  for (const { id } of ofKind('copy')) {
    const state = await waitFor(`the copy ${id}`, async () => {
      const { result } = await client.expectOk(endpoints.copies.state, { copyId: id });
      return !['waiting', 'copying'].includes(result.state) && result.state;
    });
    expect(state).toBe('done');
  }
  for (const { id } of ofKind('package')) {
    const state = await waitFor(`the package ${id}`, async () => {
      const { result } = await client.expectOk(endpoints.downloads.packageState, { packageId: id });
      return !['waiting', 'packing'].includes(result.state) && result.state;
    });
    expect(state).toBe('ready');
  }
}

async function expectRunOnce(client: ApiClient, jobId: string, name: string): Promise<void> {
  const detail = await waitFor(`the job ${name}`, async () => {
    const { result } = await client.expectOk(endpoints.jobs.detail, { jobId });
    return result.endTime !== null && result;
  });
  expect([name, detail.status]).toEqual([name, 'COMPLETED']);
  const text = await waitFor(`the output of ${name}`, async () => {
    const { result } = await client.expectOk(endpoints.jobs.log, { jobId, offset: 0 });
    return result.isComplete && result.text;
  });
  expect(text).toBe(`${name}\n`);
}

const once = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, 1]));

/** How many lines of the log name each of these, with that call and done. */
async function countLines(
  platform: ContainerPlatform,
  method: string,
  names: readonly string[],
): Promise<Record<string, number>> {
  const lines = await platform.query<{ text: string }>(
    'SELECT row_to_json(line)::text AS text FROM audit_log line WHERE method_name = $1',
    [method],
  );
  return countIn(
    lines.map(({ text }) => text),
    names,
  );
}

async function countNotices(
  platform: ContainerPlatform,
  kind: string,
  key: string,
  ids: readonly string[],
): Promise<Record<string, number>> {
  const notices = await platform.query<{ id: string }>(
    'SELECT payload->>$2 AS id FROM notification WHERE kind = $1',
    [kind, key],
  );
  return countIn(
    notices.map(({ id }) => id),
    ids,
  );
}

/** Names end where neither a letter nor a digit follows. */
const countIn = (texts: readonly string[], names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    names.map((name) => {
      const whole = new RegExp(`${name}(?!\\w)`);
      return [name, texts.filter((text) => whole.test(text)).length];
    }),
  );
