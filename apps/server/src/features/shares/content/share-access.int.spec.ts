import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';

const { shares } = endpoints;

let platform: SpecPlatform;
let spec: SpecShareRows;
let owner: SpecUser;
let receiver: SpecUser;
let former: SpecUser;
let stranger: SpecUser;
let guest: SpecUser;

const everything = ['/myDoc', '/myShare', '/receiveShare'];

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecShareRows(platform);
  owner = await platform.addUser('owner', everything);
  receiver = await platform.addUser('receiver', everything);
  former = await platform.addUser('former', everything);
  stranger = await platform.addUser('stranger', everything);
  guest = await platform.addUser('guest', []);
});

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('DELETE FROM copy_task');
  await platform.query('UPDATE user_account SET is_frozen = false, can_download = true');
  for (const user of [owner, receiver]) {
    await spec.clear(user);
  }
  await mkdir(join(owner.home, 'site/data/deep'), { recursive: true });
  await writeFile(join(owner.home, 'site/data/deep/file.txt'), 'file');
  await writeFile(join(owner.home, 'secret.txt'), 'secret');
});

/** Every call on the files of a share, as one makes it who has it. */
const callsOn = (id: string): [Endpoint, Record<string, unknown>][] => [
  [shares.files, { id }],
  [shares.filesSummary, { id }],
  [shares.search, { id, key: 'file' }],
  [shares.getDownloadPath, { id, paths: ['/data/deep/file.txt'] }],
  [shares.getPreviewPath, { id, path: '/data/deep/file.txt' }],
  [shares.saveToMe, { items: [{ shareId: id, path: '/data' }], async: true }],
];

async function codesOf(user: SpecUser | null, id: string): Promise<Record<string, unknown>> {
  const codes: Record<string, unknown> = {};
  for (const [endpoint, input] of callsOn(id)) {
    const { code, result } = await platform.call(user, endpoint, input);
    const error = (result as { error?: string } | null)?.error;
    codes[endpoint.path] = error === undefined ? code : `${code} ${error}`;
  }
  return codes;
}

const all = (code: unknown): Record<string, unknown> =>
  Object.fromEntries(callsOn('x').map(([{ path }]) => [path, code]));

const notFound = '404 SHARE_NOT_FOUND';

describe('the files of a share', () => {
  it('are for its receivers and its owner', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver] });
    expect(await codesOf(receiver, id)).toEqual(all(200));
    expect(await codesOf(owner, id)).toEqual(all(200));
  });

  it('are for nobody without a session, and for nobody without the pages', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver, guest] });
    expect(Object.values(await codesOf(null, id)).map((code) => String(code).slice(0, 3))).toEqual(
      callsOn(id).map(() => '401'),
    );
    expect(Object.values(await codesOf(guest, id)).map((code) => String(code).slice(0, 3))).toEqual(
      callsOn(id).map(() => '403'),
    );
  });

  it('are for no stranger, who learns nothing of the id', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver] });
    expect(await codesOf(stranger, id)).toEqual(all(notFound));
    expect(await codesOf(stranger, 'A'.repeat(22))).toEqual(all(notFound));
    expect(await codesOf(stranger, "x' OR true --")).toEqual(all(notFound));
    expect(await codesOf(stranger, 'a\0b')).toEqual(all('400 INPUT_INVALID'));
  });

  it('are not for one who has left the share', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [former] });
    await platform.query('UPDATE share_receiver SET has_left = true');
    expect(await codesOf(former, id)).toEqual(all(notFound));
  });

  it('are not for a receiver whose roles let him receive nothing any more', async () => {
    const sender = await platform.addUser('sender-only', ['/myDoc', '/myShare']);
    const id = await spec.add(owner, ['/site/data'], { receivers: [sender] });
    expect(await codesOf(sender, id)).toEqual(all(notFound));
  });

  it('are for nobody once its time is over', async () => {
    const expiresAt = new Date(Date.now() - 1_000);
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver], expiresAt });
    expect(await codesOf(receiver, id)).toEqual(all(notFound));
  });

  it('are not to be had while the owner may not share, and are again afterwards', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver] });
    await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [owner.id]);
    expect(await codesOf(receiver, id)).toEqual(all('404 SHARE_UNAVAILABLE'));
    expect(await codesOf(stranger, id)).toEqual(all(notFound));
    await platform.query('UPDATE user_account SET is_frozen = false WHERE id = $1', [owner.id]);
    expect(await codesOf(receiver, id)).toEqual(all(200));
    const unpermitted = await platform.addUser('unpermitted', ['/myDoc', '/receiveShare']);
    const other = await spec.add(unpermitted, ['/x'], { receivers: [receiver] });
    expect(await platform.call(receiver, shares.files, { id: other })).toMatchObject({
      result: { error: 'SHARE_UNAVAILABLE' },
    });
  });

  it('of a drop box are for none of its receivers', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver], isDropBox: true });
    expect(await codesOf(receiver, id)).toEqual(all('403 SHARE_DROP_BOX'));
    expect(await codesOf(owner, id)).toEqual(all(200));
    expect(await codesOf(stranger, id)).toEqual(all(notFound));
  });

  it('are only looked at by receivers of a share that lets nothing be taken, and the owner takes', async () => {
    const receivers = [receiver];
    const id = await spec.add(owner, ['/site/data'], { receivers, canDownload: false });
    const looking = [shares.files, shares.filesSummary, shares.search].map(({ path }) => path);
    expect(await codesOf(receiver, id)).toEqual({
      ...all('403 SHARE_VIEW_ONLY'),
      ...Object.fromEntries(looking.map((path) => [path, 200])),
    });
    expect(await codesOf(owner, id)).toEqual(all(200));
    expect(await codesOf(stranger, id)).toEqual(all(notFound));
  });

  it('do not leave the platform when downloads are off for the caller, but can be saved', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver] });
    await platform.query('UPDATE user_account SET can_download = false WHERE id = $1', [
      receiver.id,
    ]);
    expect(await codesOf(receiver, id)).toEqual({
      ...all(200),
      [shares.getDownloadPath.path]: '403 SPACE_DOWNLOAD_OFF',
      [shares.getPreviewPath.path]: '403 SPACE_DOWNLOAD_OFF',
    });
  });

  it('are tested for every call on them', () => {
    const tested = callsOn('x').map(([{ path }]) => path);
    const others: Endpoint[] = [
      shares.list,
      shares.page,
      shares.detail,
      shares.containing,
      shares.recentReceivers,
      shares.add,
      shares.edit,
      shares.remove,
      shares.leave,
      shares.redeem,
      shares.redeemDownload,
      shares.visits,
      shares.visitorRules,
      shares.lookAtDropBox,
      shares.enterDropBox,
    ];
    const known = [...tested, ...others.map(({ path }) => path)];
    expect(known.sort()).toEqual(
      Object.values(shares)
        .map(({ path }) => path)
        .sort(),
    );
  });
});

describe('a receiver', () => {
  const namesIn = async (id: string, path = '/'): Promise<unknown> => {
    const { result } = await platform.call(receiver, shares.files, { id, path });
    return Array.isArray(result) ? result.map((item) => item.path) : result;
  };

  it('sees the entries side by side, with names of their own', async () => {
    await mkdir(join(owner.home, 'other/data'), { recursive: true });
    const paths = ['/site/data', '/other/data', '/secret.txt'];
    const id = await spec.add(owner, paths, { receivers: [receiver] });
    expect(await namesIn(id)).toEqual(['/data', '/data (1)', '/secret.txt']);
    expect(await namesIn(id, '/data/deep')).toEqual(['/data/deep/file.txt']);
    const summary = await platform.call(receiver, shares.filesSummary, { id });
    expect(summary.result).toEqual({ total: 3, folders: 2, hidden: 0 });
    const found = await platform.call(receiver, shares.search, { id, key: 'FILE' });
    expect(found.result.entries.map(({ path }) => path)).toEqual(['/data/deep/file.txt']);
    const page = await platform.call(receiver, shares.files, { id, pageNum: 1, size: 1 });
    expect(page.result.map(({ path }) => path)).toEqual(['/data (1)']);
  });

  it('reaches nothing outside of them, whatever the path', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver] });
    const paths = [
      '/../secret.txt',
      '/data/../../secret.txt',
      '/data/..',
      '/data/./../secret.txt',
      '//secret.txt',
      '/%2e%2e/secret.txt',
      '/data/%2e%2e/%2e%2e/secret.txt',
      '/data\\..\\..\\secret.txt',
      '/site/data',
      '/secret.txt',
      join(owner.home, 'secret.txt'),
      '/etc/passwd',
      '/data/\0/../../secret.txt',
      `/data/${'x'.repeat(5_000)}`,
      `/data${'/x'.repeat(1_500)}`,
      'secret.txt',
      '',
    ];
    for (const path of paths) {
      for (const [endpoint, input] of [
        [shares.files, { id, path }],
        [shares.filesSummary, { id, path }],
        [shares.search, { id, path }],
        [shares.getDownloadPath, { id, paths: [path] }],
        [shares.getPreviewPath, { id, path }],
        [shares.saveToMe, { items: [{ shareId: id, path }], async: true }],
      ] as const) {
        const answer = await platform.call(receiver, endpoint as Endpoint, input);
        expect([endpoint.path, path, answer.code]).not.toEqual([endpoint.path, path, 200]);
        expect(answer.code).toBeLessThan(500);
        // Nor is it told where they lie.
        const told = JSON.stringify(answer).replaceAll(JSON.stringify(path), '');
        expect(told).not.toContain('/site');
      }
    }
    expect(await readdir(receiver.home)).toEqual([]);
  });

  it('is led nowhere by a link that a job planted in the shared folder', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver] });
    await writeFile(join(receiver.home, 'own.txt'), 'own');
    const links = { etc: '/etc', home: receiver.home, up: '../..', file: '../../secret.txt' };
    for (const [name, target] of Object.entries(links)) {
      await symlink(target, join(owner.home, 'site/data', name));
      for (const path of [`/data/${name}`, `/data/${name}/passwd`, `/data/${name}/secret.txt`]) {
        for (const [endpoint, input] of callsOn(id).slice(0, 2)) {
          const answer = await platform.call(receiver, endpoint, { ...input, path });
          expect(answer).toMatchObject({ code: 404 });
        }
        const token = await platform.call(receiver, shares.getDownloadPath, { id, paths: [path] });
        expect(token).toMatchObject({ code: 404 });
        const preview = await platform.call(receiver, shares.getPreviewPath, { id, path });
        expect(preview).toMatchObject({ code: 404 });
      }
    }
    expect(await namesIn(id, '/data')).toEqual(['/data/deep']);
    const found = await platform.call(receiver, shares.search, { id, key: 'secret' });
    expect(found.result.entries).toEqual([]);
  });

  it('finds nothing when a job put a link in the place of a shared folder, or of one above it', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver] });
    const token = await platform.call(receiver, shares.getDownloadPath, {
      id,
      paths: ['/data/deep/file.txt'],
    });
    await rename(join(owner.home, 'site/data'), join(owner.home, 'elsewhere'));
    await symlink(join(owner.home, 'elsewhere'), join(owner.home, 'site/data'));
    expect(await namesIn(id)).toEqual([]);
    expect(await namesIn(id, '/data')).toMatchObject({ error: expect.any(String) });
    expect((await platform.download(String(token.result))).status).toBe(404);
    await rm(join(owner.home, 'site'), { recursive: true });
    await mkdir(join(owner.home, 'real/data'), { recursive: true });
    await symlink('real', join(owner.home, 'site'));
    expect(await namesIn(id)).toEqual([]);
  });

  it('loses a ticket with the share, whatever its lifetime', async () => {
    const id = await spec.add(owner, ['/site/data'], { receivers: [receiver] });
    const paths = ['/data/deep/file.txt'];
    const { result } = await platform.call(receiver, shares.getDownloadPath, { id, paths });
    expect(await (await platform.download(String(result))).text()).toBe('file');
    expect(await (await platform.download(String(result))).text()).toBe('file');
    await platform.query('UPDATE share_receiver SET has_left = true');
    expect((await platform.download(String(result))).status).toBe(404);
  });
});
