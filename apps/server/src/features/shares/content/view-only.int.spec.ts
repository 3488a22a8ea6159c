import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, readdir } from 'node:fs/promises';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';
import { largeBytes, SpecRunningWork } from '@clusterdesk/tests/features/running-work-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { shares } = endpoints;
let platform: SpecPlatform;
let spec: SpecSharing;
let work: SpecRunningWork;
let owner: SpecUser;
let receiver: SpecUser;
let visitor: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecSharing(platform);
  work = new SpecRunningWork(platform);
  owner = await spec.addUser('owner');
  receiver = await spec.addUser('receiver');
  visitor = await spec.addUser('visitor');
  await spec.write(owner, '/data/large', 'x'.repeat(largeBytes));
  await spec.write(owner, '/data/small/file.txt', 'file');
  await mkdir(receiver.home, { recursive: true });
});
afterAll(() => platform.close());
beforeEach(() => platform.query('DELETE FROM share'));

const viewOnly = { canDownload: false };
const edit = (user: SpecUser, input: EndpointInput<typeof shares.edit>) =>
  platform.call(user, shares.edit, input);
const ask = (user: SpecUser, id: string, paths: string[]) =>
  platform.call(user, shares.getDownloadPath, { id, paths, async: true });

/** What each call that shows the share answers, and each by which content leaves it. */
async function answers(user: SpecUser, id: string): Promise<{ look: unknown[]; take: unknown[] }> {
  const told = (answer: { code: number; result: unknown }): unknown =>
    (answer.result as { error?: string } | null)?.error ?? answer.code;
  const path = '/data/small/file.txt';
  const items = [{ shareId: id, path }];
  return {
    look: [
      told(await platform.call(user, shares.detail, { id })),
      told(await platform.call(user, shares.files, { id, path: '/data' })),
      told(await platform.call(user, shares.filesSummary, { id })),
      told(await platform.call(user, shares.search, { id, key: 'file' })),
    ],
    take: [
      told(await ask(user, id, [path])),
      told(await ask(user, id, ['/data/small'])),
      told(await platform.call(user, shares.getPreviewPath, { id, path })),
      told(await platform.call(user, shares.saveToMe, { items, async: true })),
    ],
  };
}

const open = { look: [200, 200, 200, 200], take: [200, 200, 200, 200] };
const closed = { look: open.look, take: Array<string>(4).fill('SHARE_VIEW_ONLY') };

describe('a share that one may only look at', () => {
  it('shows its users what is there, and gives them nothing of it; its owner has it', async () => {
    const { id, canDownload } = await spec.share(owner, ['/data'], [receiver], viewOnly);
    expect(canDownload).toBe(false);
    expect((await spec.list(receiver, '2'))[0]).toMatchObject({ id, canDownload: false });
    expect(await answers(receiver, id)).toEqual(closed);
    expect((await answers(owner, id)).take.slice(0, 3)).toEqual([200, 200, 200]);
    expect(await readdir(receiver.home)).toEqual([]);
  });

  it('counts nothing of what it refuses', async () => {
    const link = await spec.link(owner, ['/data'], { ...viewOnly, downloadLimit: 1 });
    await spec.redeem(visitor, link);
    expect(await answers(visitor, link.id)).toEqual(closed);
    expect((await spec.list(owner, '1'))[0]?.own?.downloads).toBe(0);
  });

  it('is opened by its link, which says why nothing is downloaded', async () => {
    const { id, verification } = await spec.link(owner, ['/data'], viewOnly);
    const input = { id, verification: verification ?? '' };
    const answer = await platform.call(visitor, shares.redeemDownload, input);
    expect(answer).toMatchObject({ code: 200, result: null });
    expect(answer.message).toContain('view-only');
    expect(await spec.ids(visitor, '2')).toEqual([id]);
  });

  it('gives everything as before where nothing is said', async () => {
    const { id, canDownload } = await spec.share(owner, ['/data'], [receiver]);
    expect(canDownload).toBe(true);
    expect(await answers(receiver, id)).toEqual(open);
  });
});

describe('the owner', () => {
  it('closes and opens it for everybody; nobody else does, and all are told', async () => {
    const { id } = await spec.share(owner, ['/data'], [receiver]);
    const window = await spec.openWindow(receiver);
    for (const user of [receiver, visitor]) {
      expect(await edit(user, { id, ...viewOnly })).toMatchObject({ code: 404 });
    }
    expect((await edit(owner, { id, ...viewOnly })).result).toMatchObject(viewOnly);
    await waitFor('the receiver to be told', () => window.heard.length > 0);
    window.close();
    expect(await answers(receiver, id)).toEqual(closed);
    // What is changed besides leaves it as it is.
    await edit(owner, { id, users: [{ id: receiver.id }, { id: visitor.id }] });
    expect(await answers(visitor, id)).toEqual(closed);
    await edit(owner, { id, canDownload: true });
    expect((await answers(receiver, id)).take).toEqual(open.take);
    const [row] = await platform.query(
      `SELECT details FROM audit_log WHERE target_id = $1 AND details::jsonb ? 'after' ORDER BY id LIMIT 1`,
      [id],
    );
    expect(row?.['details']).toMatchObject({
      before: { canDownload: true },
      after: { canDownload: false },
    });
  });

  it('ends what is being taken, and what was asked for before', async () => {
    const { id } = await spec.share(owner, ['/data'], [receiver]);
    const close = () => edit(owner, { id, ...viewOnly });
    const reopen = () => edit(owner, { id, canDownload: true });
    const before = (await ask(receiver, id, ['/data/small/file.txt'])).result;

    const large = (await ask(receiver, id, ['/data/large'])).result;
    await work.expectDownloadToBreak(large, close, 403);
    expect((await platform.download(String(before))).status).toBe(403);

    await reopen();
    expect((await platform.download(String(before))).status).toBe(200);
    const packed = (await ask(receiver, id, ['/data/small'])).result;
    await work.expectPackageToFail(receiver, packed, close);
    jest.restoreAllMocks();

    await reopen();
    const save = { items: [{ shareId: id, path: '/data/small' }], dir: '/', async: true };
    const { result } = await platform.call(receiver, shares.saveToMe, save);
    await work.expectCopyToFail(receiver, result[0]?.copyId ?? '', close);
    jest.restoreAllMocks();
    expect(await readdir(receiver.home)).toEqual([]);
  });
});
