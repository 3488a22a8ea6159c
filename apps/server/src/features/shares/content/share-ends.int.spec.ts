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
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';
import { largeBytes, SpecRunningWork } from '@clusterdesk/tests/features/running-work-fixture.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';

const { shares } = endpoints;
const everything = ['/myDoc', '/myShare', '/receiveShare'];

let platform: SpecPlatform;
let spec: SpecShareRows;
let work: SpecRunningWork;
let owner: SpecUser;
let receiver: SpecUser;
let id: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecShareRows(platform);
  work = new SpecRunningWork(platform);
  owner = await platform.addUser('owner', everything);
  receiver = await platform.addUser('receiver', everything);
  await mkdir(join(owner.home, 'data'), { recursive: true });
  await writeFile(join(owner.home, 'data/large'), Buffer.alloc(largeBytes, 'x'));
  await mkdir(join(owner.home, 'data/small'));
  await writeFile(join(owner.home, 'data/small/file'), 'file');
  await mkdir(receiver.home, { recursive: true });
});

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
    platform.get(ShareEventPublisher).ended(id, [receiver.id]);
  } else {
    await platform.get(RunningWork).recheck();
  }
}

describe.each(ends)('when a share is %s', (_, isTold, act) => {
  it('a download that runs breaks off', async () => {
    const ask = { id, paths: ['/data/large'] };
    const { result } = await platform.call(receiver, shares.getDownloadPath, ask);
    await work.expectDownloadToBreak(result, () => end(isTold, act));
  });

  it('a package is not finished', async () => {
    const ask = { id, paths: ['/data/small'], async: true };
    const { result } = await platform.call(receiver, shares.getDownloadPath, ask);
    await work.expectPackageToFail(receiver, result, () => end(isTold, act));
  });

  it('a copy of it ends, and nothing of it is placed', async () => {
    const save = { items: [{ shareId: id, path: '/data/small' }], dir: '/', async: true };
    const { result } = await platform.call(receiver, shares.saveToMe, save);
    await work.expectCopyToFail(receiver, result[0]?.copyId ?? '', () => end(isTold, act));
    expect(await readdir(receiver.home)).toEqual([]);
  });

  it('an upload into its drop box is cut off, and is not placed', async () => {
    await platform.query('UPDATE share SET is_drop_box = true');
    const metadata = { space: 'share', spaceId: id, dir: '/', fileName: 'given' };
    await work.expectUploadToBreak(receiver, metadata, () => end(isTold, act));
    expect(await readdir(join(owner.home, 'data'))).toEqual(['large', 'small']);
  });
});
