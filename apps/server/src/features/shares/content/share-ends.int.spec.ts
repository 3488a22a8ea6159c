import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/spec-platform.js';
import { SpecShareRows } from '@clusterdesk/tests/spec-share-rows.js';
import { SpecTus } from '@clusterdesk/tests/spec-tus.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import { CopyAccess } from '../../copies/running/copy-access.service.js';
import { CopyRunner } from '../../copies/running/copy-runner.service.js';
import { EntryCopier } from '../../copies/running/entry-copier.service.js';
import { PackageBuilder } from '../../downloads/packages/package-builder.service.js';
import { DiskRoom } from '../../spaces/storage/disk-room.service.js';
import { ShareNews } from '../share-news.service.js';

const { shares } = endpoints;
const everything = ['/myDoc', '/myShare', '/receiveShare'];
/** More than the buffers between server and client hold. */
const largeBytes = 64 * 1024 * 1024;

jest.setTimeout(20_000);

let platform: SpecPlatform;
let spec: SpecShareRows;
let tus: SpecTus;
let owner: SpecUser;
let receiver: SpecUser;
let id: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecShareRows(platform);
  tus = new SpecTus(platform);
  owner = await platform.addUser('owner', everything);
  receiver = await platform.addUser('receiver', everything);
  await mkdir(join(owner.home, 'data'), { recursive: true });
  await writeFile(join(owner.home, 'data/large'), Buffer.alloc(largeBytes, 'x'));
  await mkdir(join(owner.home, 'data/small'));
  await writeFile(join(owner.home, 'data/small/file'), 'file');
  await mkdir(receiver.home, { recursive: true });
}, 60_000);

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('UPDATE user_account SET is_frozen = false');
  id = await spec.add(owner, ['/data'], { receivers: [receiver] });
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Every way in which a share ends for its receiver, and whether everybody is told of it. */
const ends: [string, boolean, () => Promise<unknown>][] = [
  ['deleted', true, () => platform.query('DELETE FROM share')],
  ['taken off the list', true, () => platform.query('UPDATE share_receiver SET has_left = true')],
  ['no longer for this user', true, () => platform.query('DELETE FROM share_receiver')],
  ['over', false, () => platform.query("UPDATE share SET expires_at = now() - interval '1 s'")],
  [
    'of a frozen owner',
    false,
    () => platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [owner.id]),
  ],
];

/** What follows the end: the word of it, or else the check that comes every ten seconds. */
async function end(isTold: boolean, act: () => Promise<unknown>): Promise<void> {
  await act();
  if (isTold) {
    platform.get(ShareNews).ended(id, [receiver.id]);
  } else {
    await platform.get(RunningWork).recheck({});
  }
}

/** Takes the head of an answer and then reads nothing; `broken` when the server ends it before all of it came. */
function readSlowly(token: string): Promise<{ response: IncomingMessage; broken: Promise<void> }> {
  const url = `${platform.baseUrl}/api/user/info/download?path=${encodeURIComponent(token)}`;
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.pause();
      const broken = new Promise<void>((isBroken) => response.once('error', () => isBroken()));
      resolve({ response, broken });
    }).on('error', reject);
  });
}

async function stateIn(table: 'copy_task' | 'download_package', rowId: string): Promise<unknown> {
  const rows = await platform.query(`SELECT state FROM ${table} WHERE id = $1`, [rowId]);
  return rows[0]?.['state'];
}

describe.each(ends)('when a share is %s', (_, isTold, act) => {
  it('a download that runs breaks off', async () => {
    const ask = { id, paths: ['/data/large'] };
    const { result } = await platform.call(receiver, shares.getDownloadPath, ask);
    const { response, broken } = await readSlowly(String(result));
    expect(response.statusCode).toBe(200);
    await end(isTold, act);
    await waitFor('the work to end', () => platform.get(RunningWork).size === 0);
    response.resume();
    await broken;
    expect(response.complete).toBe(false);
    expect((await platform.download(String(result))).status).toBe(404);
  });

  it('a package is not finished', async () => {
    const ask = { id, paths: ['/data/small'], async: true };
    const { result } = await platform.call(receiver, shares.getDownloadPath, ask);
    const packageId = typeof result === 'string' ? '' : result.packageId;
    const room = platform.get(DiskRoom);
    const claim = room.claim.bind(room);
    const claiming = jest.spyOn(room, 'claim').mockImplementation(async (...bytes) => {
      claiming.mockImplementation(claim);
      await end(isTold, act);
      await waitFor('the work to end', () => platform.get(RunningWork).size === 0);
      return claim(...bytes);
    });
    const build = (): Promise<void> =>
      platform
        .get(PackageBuilder)
        .build({ packageId, userId: receiver.id }, new AbortController().signal);
    // Cut off in the middle of a write, the task is tried again.
    await build().catch(build);
    expect(claiming).toHaveBeenCalled();
    expect(await stateIn('download_package', packageId)).toBe('failed');
  });

  it('a copy of it ends, and nothing of it is placed', async () => {
    const save = { items: [{ shareId: id, path: '/data/small' }], dir: '/', async: true };
    const { result } = await platform.call(receiver, shares.saveToMe, save);
    const copyId = result[0]?.copyId ?? '';
    const copier = platform.get(EntryCopier);
    const copyAll = copier.copyAll.bind(copier);
    jest.spyOn(copier, 'copyAll').mockImplementation(async (copy, lease, progress, signal) => {
      const opened = await platform.get(CopyAccess).open(copy);
      await end(isTold, act);
      await waitFor('the copy to be aborted', () => signal.aborted);
      // The right is read again at each step, too: here only the signal ends it.
      jest.spyOn(platform.get(CopyAccess), 'open').mockResolvedValue(opened);
      return copyAll(copy, lease, progress, signal);
    });
    await platform
      .get(CopyRunner)
      .run({ copyId, userId: receiver.id }, new AbortController().signal);
    expect(await stateIn('copy_task', copyId)).toBe('failed');
    expect(await readdir(receiver.home)).toEqual([]);
  });

  it('an upload into its drop box is cut off, and is not placed', async () => {
    await platform.query('UPDATE share SET is_drop_box = true');
    const content = Buffer.alloc(1_000_000, 'x');
    const metadata = { space: 'share', spaceId: id, dir: '/', fileName: 'given' };
    const url = await tus.begin(receiver, metadata, content.length);
    const sending = await tus.sendPart(receiver, url, content, 300_000);
    const closed = new Promise((resolve) => sending.once('close', resolve));
    await end(isTold, act);
    await closed;
    expect(await readdir(join(owner.home, 'data'))).toEqual(['large', 'small']);
  });
});
