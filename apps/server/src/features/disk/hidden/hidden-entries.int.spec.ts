import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { disk, hiddenEntries } = endpoints;

/** 测试.txt as `unzip` leaves it of a zip that a Chinese Windows made. */
const gbk = 'b2e2cad42e747874';

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann', ['/myDoc', '/myShare', '/receiveShare']);
  bob = await platform.addUser('bob', ['/myDoc', '/myShare', '/receiveShare']);
});
afterAll(() => platform.close());

beforeEach(async () => {
  await rm(ann.home, { recursive: true, force: true });
  await mkdir(join(ann.home, 'run'), { recursive: true });
  await mkdir(bob.home, { recursive: true });
});

const inRun = (name: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${ann.home}/run/`), Buffer.from(name as string)]);
const raw = (hex: string): Buffer => inRun(Buffer.from(hex, 'hex'));

const rename = (user: SpecUser, input: EndpointInput<typeof hiddenEntries.rename>) =>
  platform.call(user, hiddenEntries.rename, { path: '/run', ...input });

it('are listed with why they cannot be shown, and what their names may be', async () => {
  await writeFile(raw(gbk), '');
  await mkdir(raw('cafdbeddbcd0'));
  await writeFile(raw('636166e92e747874'), '');
  await writeFile(inRun('lost \uFFFD\uFFFD.txt'), '');
  await symlink(bob.home, inRun('link'));
  execFileSync('mkfifo', [inRun('pipe').toString()]);
  await writeFile(inRun('shown'), '');
  const { result } = await platform.call(ann, hiddenEntries.list, { path: '/run' });
  const name = { kind: 'name', isDirectory: false };
  const lost = Buffer.from('lost \uFFFD\uFFFD.txt');
  expect(result).toEqual(
    [
      {
        ...name,
        isDirectory: true,
        name: '\\xca\\xfd\\xbe\\xdd\\xbc\\xd0',
        raw: 'cafdbeddbcd0',
        guess: '数据夹',
      },
      { ...name, name: '\\xb2\\xe2\\xca\\xd4.txt', raw: gbk, guess: '测试.txt' },
      { ...name, name: 'caf\\xe9.txt', raw: '636166e92e747874', guess: 'caf_.txt' },
      { kind: 'link', isDirectory: false, name: 'link', raw: null, guess: null },
      {
        ...name,
        name: 'lost \\xef\\xbf\\xbd\\xef\\xbf\\xbd.txt',
        raw: lost.toString('hex'),
        guess: 'lost _.txt',
      },
      { kind: 'special', isDirectory: false, name: 'pipe', raw: null, guess: null },
    ].sort((one, other) => (one.name < other.name ? -1 : 1)),
  );
});

it('are renamed, and are entries like others from then on', async () => {
  await writeFile(raw(gbk), 'content');
  await mkdir(raw('cafdbeddbcd0'));
  await writeFile(Buffer.concat([raw('cafdbeddbcd0'), Buffer.from('/in it')]), '');
  const file = await rename(ann, { raw: gbk, newName: '测试.txt' });
  expect(file.result).toMatchObject({ path: '/run/测试.txt', size: 7, directory: false });
  expect(await readFile(inRun('测试.txt'), 'utf8')).toBe('content');
  const folder = await rename(ann, { raw: 'cafdbeddbcd0', newName: '数据' });
  expect(folder.result).toMatchObject({ path: '/run/数据', directory: true });
  const listed = await platform.call(ann, disk.list, { path: '/run/数据' });
  expect(listed.result.map(({ localPath }) => localPath)).toEqual(['in it']);
  const summary = await platform.call(ann, disk.summary, { path: '/run' });
  expect(summary.result).toEqual({ total: 2, folders: 1, hidden: 0 });
  expect((await rename(ann, { raw: gbk, newName: 'again' })).code).toBe(404);
});

it('of other kinds go to the trash by their names', async () => {
  await symlink(bob.home, inRun('link'));
  expect((await platform.call(ann, disk.remove, { paths: ['/run/link'] })).success).toBe(true);
  expect((await platform.call(ann, hiddenEntries.list, { path: '/run' })).result).toEqual([]);
});

it('of a share are listed to who has it, and renamed by its owner at home only', async () => {
  await writeFile(raw(gbk), '');
  const spec = new SpecShareRows(platform);
  const id = await spec.add(ann, ['/run'], { receivers: [bob] });
  const boxId = await spec.add(ann, ['/run'], { receivers: [bob], isDropBox: true });
  const [share, box] = [id, boxId].map((spaceId) => ({ space: 'share' as const, spaceId }));
  const list = (space: typeof share, path: string) =>
    platform.call(bob, hiddenEntries.list, { space, path });
  expect((await list(share, '/run')).result).toMatchObject([{ raw: gbk }]);
  expect((await list(share, '/')).result).toEqual([]);
  expect((await list(box, '/')).code).toBe(403);
  for (const space of [share, box]) {
    const path = space === share ? '/run' : '/';
    expect((await rename(bob, { space, path, raw: gbk, newName: 'x' })).code).toBe(403);
  }
  expect((await list({ space: 'share', spaceId: 'nothing' }, '/')).code).toBe(404);
  // Of another's disk nothing can be asked: the own one is meant.
  expect((await platform.call(bob, hiddenEntries.list, { path: '/run' })).code).toBe(404);
  expect((await rename(bob, { raw: gbk, newName: 'x' })).code).toBe(404);
});
