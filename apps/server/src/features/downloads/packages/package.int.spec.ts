import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  consoleNamespace,
  endpoints,
  type PackageState,
  type ServerToConsole,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { DownloadRepository } from '../download.repository.js';
import { PackageRequests } from './package-requests.repository.js';
import { PackageBuilder } from './package-builder.service.js';
import { SpecDownloads } from '@clusterdesk/tests/features/downloads-fixture.js';
import { holdPacking } from '@clusterdesk/tests/features/held-packing.js';
import { runWaiting, stopARun } from '@clusterdesk/tests/features/waiting-runs.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Staging } from '../../spaces/storage/staging.js';
import { DownloadSweeper } from '../download-sweeper.service.js';

const { getDownloadPath, packageState } = endpoints.downloads;

let platform: SpecPlatform;
let downloads: SpecDownloads;
let ann: SpecUser;
let bob: SpecUser;
/** Of a file that has been begun when something happens; more than is read ahead. */
const firstBytes = 6_000_000;
/** What was downloaded and unpacked. */
let outDir: string;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'clusterdesk-unzip-'));
  platform = await SpecPlatform.open({
    withWorker: true,
    timings: { runs: { lookMs: 20, progressMs: 20 } },
  });
  downloads = new SpecDownloads(platform);
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
});

afterAll(async () => {
  await platform.close();
  await rm(outDir, { recursive: true, force: true });
});

beforeEach(() => downloads.furnish(ann));

/** Unpacks with the real unzip and returns what is inside. */
async function unpack(token: string): Promise<{ names: string[]; dir: string; listing: string }> {
  const dir = await mkdtemp(join(outDir, 'package-'));
  const zip = join(dir, 'package.zip');
  await writeFile(zip, Buffer.from(await (await platform.download(token)).arrayBuffer()));
  execFileSync('unzip', ['-t', zip]);
  execFileSync('unzip', ['-q', zip, '-d', join(dir, 'out')], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  const names = await readdir(join(dir, 'out'), { recursive: true });
  const listing = execFileSync('unzip', ['-v', zip], { encoding: 'utf8' });
  return { names: names.sort(), dir: join(dir, 'out'), listing };
}

describe('several entries', () => {
  it('come as one zip with names, empty folders and contents intact', async () => {
    const { names, dir, listing } = await unpack(
      await downloads.tokenFor(ann, '/数据', '/single.html'),
    );
    expect(names).toEqual(
      ['single.html', '数据', '数据/图.png', '数据/空', '数据/结果.txt'].sort(),
    );
    expect((await stat(join(dir, '数据/空'))).isDirectory()).toBe(true);
    expect(await readFile(join(dir, '数据/结果.txt'))).toEqual(
      await readFile(join(ann.home, '数据/结果.txt')),
    );
    expect(await readFile(join(dir, '数据/图.png'))).toEqual(
      await readFile(join(ann.home, '数据/图.png')),
    );
    // Text is deflated, a picture is stored.
    expect(listing).toMatch(/Defl:\S+\s.*结果\.txt/);
    expect(listing).toMatch(/Stored\s.*图\.png/);
  });

  it('of one folder are named after it', async () => {
    const response = await platform.download(await downloads.tokenFor(ann, '/数据'));
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('数据.zip'));
    await response.arrayBuffer();
  });

  it('are not packed twice unless something changed', async () => {
    const packages = async (): Promise<unknown> =>
      (await platform.query('SELECT count(*)::int AS n FROM download_package'))[0]?.n;
    await downloads.tokenFor(ann, '/数据');
    const before = await packages();
    await downloads.tokenFor(ann, '/数据', '/数据/空');
    expect(await packages()).toBe(before);
    await utimes(join(ann.home, '数据/结果.txt'), new Date(), new Date(Date.now() - 5_000));
    await downloads.tokenFor(ann, '/数据');
    expect(await packages()).toBe(Number(before) + 1);
  });

  it('asked for twice at once are packed once', async () => {
    await writeFile(join(ann.home, '数据/unique'), randomBytes(100));
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        platform.call(ann, getDownloadPath, { paths: ['/数据'], async: true }),
      ),
    );
    const ids = answers.map(({ result }) => (result as PackageState).packageId);
    expect(new Set(ids).size).toBe(1);
  });

  it('report their progress and end with a token', async () => {
    await writeFile(join(ann.home, '数据/large'), randomBytes(30_000_000));
    const socket: Socket<ServerToConsole> = io(platform.baseUrl + consoleNamespace, {
      auth: { token: ann.token },
      transports: ['websocket'],
    });
    try {
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
      const states: PackageState[] = [];
      socket.on('packagingProgress', (state) => void states.push(state));
      const answer = await platform.call(ann, getDownloadPath, { paths: ['/数据'], async: true });
      const asked = answer.result as PackageState;
      expect(asked.totalFiles).toBe(3);
      const polled = await waitFor('the package', async () => {
        const { result } = await platform.call(ann, packageState, { packageId: asked.packageId });
        return result.state === 'ready' ? result : null;
      });
      expect(polled).toMatchObject({ doneFiles: 3, doneBytes: asked.totalBytes, message: '' });
      expect((await platform.download(polled.token ?? '')).status).toBe(200);
      const last = await waitFor(
        'the package',
        async () => states.find(({ state }) => state === 'ready') ?? null,
      );
      expect((await platform.download(last.token ?? '')).status).toBe(200);
    } finally {
      socket.close();
    }
  });

  it('never contain what a link points to, nor lead out when unpacked, and say what they leave out', async () => {
    await mkdir(bob.home, { recursive: true });
    await writeFile(join(bob.home, 'secret'), 'of bob');
    await symlink(bob.home, join(ann.home, '数据/link'));
    await symlink(join(bob.home, 'secret'), join(ann.home, '数据/file-link'));
    await writeFile(join(ann.home, '数据', '..\\..\\evil'), '');
    await writeFile(join(ann.home, 'C:evil'), '');
    execFileSync('mkfifo', [join(ann.home, '数据/pipe')]);
    await writeFile(
      Buffer.concat([Buffer.from(`${ann.home}/数据/`), Buffer.from([0xb2, 0xe2])]),
      '',
    );
    const { names, dir } = await unpack(await downloads.tokenFor(ann, '/数据', '/C:evil'));
    expect(names).toContain('数据/.._.._evil');
    expect(names).toContain('C_evil');
    expect(names.join()).not.toMatch(/link|pipe|secret/);
    const notes = await readFile(join(dir, '_packing-notes.txt'), 'utf8');
    for (const path of ['/数据/link', '/数据/file-link', '/数据/pipe', '/数据/\uFFFD\uFFFD']) {
      expect(notes).toContain(`${path}: `);
    }
    expect(notes).toContain('C:evil → C_evil');
    expect(notes).toContain('数据/..\\..\\evil → 数据/.._.._evil');
    // Nothing is missing that could be packed, so the next who asks gets the same package.
    const asked = { paths: ['/数据', '/C:evil'], async: true };
    const again = (await platform.call(ann, getDownloadPath, asked)).result as PackageState;
    expect(again).toMatchObject({ state: 'ready' });
    expect(again.message).toContain('_packing-notes.txt');
  });

  it('that vanish while they are packed are left out, with a note', async () => {
    const packed = await packMeanwhile(async () => {
      await rm(join(ann.home, '数据/结果.txt'));
    });
    expect(packed.state.message).toContain('_packing-notes.txt');
    const { names, dir } = await unpack(packed.state.token ?? '');
    expect(names).not.toContain('数据/结果.txt');
    expect(await readFile(join(dir, '_packing-notes.txt'), 'utf8')).toContain('/数据/结果.txt');
    const again = await platform.call(ann, getDownloadPath, { paths: ['/数据'], async: true });
    const { packageId } = again.result as PackageState;
    expect(packageId).not.toBe(packed.state.packageId);
    // The worker is free again for the next test.
    await whenPacked(packageId);
  });

  it('that grow while they are packed come as they were read, with a note', async () => {
    const packed = await packMeanwhile(() => appendFile(join(ann.home, '数据/0 first'), 'more'));
    const { dir } = await unpack(packed.state.token ?? '');
    expect((await stat(join(dir, '数据/0 first'))).size).toBe(firstBytes);
    expect(await readFile(join(dir, '_packing-notes.txt'), 'utf8')).toContain('/数据/0 first');
  });

  it('more than a thousand are all there', async () => {
    await mkdir(join(ann.home, '多'));
    const names = Array.from({ length: 1_100 }, (_, n) => `文件 ${n}.txt`);
    await Promise.all(names.map((name) => writeFile(join(ann.home, '多', name), name)));
    const unpacked = await unpack(await downloads.tokenFor(ann, '/多'));
    expect(unpacked.names).toHaveLength(1_101);
    expect(await readFile(join(unpacked.dir, '多/文件 1099.txt'), 'utf8')).toBe('文件 1099.txt');
  });

  it('leave out and note what lies deeper than a path can say', async () => {
    const zip = join(outDir, 'deep.zip');
    const half = Array.from({ length: 11 }, () => '0'.repeat(200)).join('/');
    await mkdir(join(ann.home, '深', half), { recursive: true });
    await mkdir(join(ann.home, '半', half), { recursive: true });
    await rename(join(ann.home, '半'), join(ann.home, '深', half, 'half'));
    try {
      const response = await platform.download(await downloads.tokenFor(ann, '/深'));
      await writeFile(zip, Buffer.from(await response.arrayBuffer()));
      // unzip itself ends with a warning about the longest names.
      const notes = spawnSync('unzip', ['-p', zip, '_packing-notes.txt'], { encoding: 'utf8' });
      expect(notes.stdout).toContain('/深/000');
      const found = await platform.call(ann, endpoints.disk.find, { key: '深' });
      expect(found).toMatchObject({ code: 200, result: [{ path: '/深' }] });
    } finally {
      // Node's own rm knows full paths only.
      execFileSync('rm', ['-rf', join(ann.home, '深')]);
    }
  });

  it('whose run died are packed by the next', async () => {
    await writeFile(join(ann.home, '数据/died'), '');
    const id = await insertPackage();
    const taken = await platform
      .get(DownloadRepository)
      .takePackage('00000000-0000-4000-8000-000000000000', []);
    expect(taken?.id).toBe(id);
    // A run that is alive keeps its package.
    await platform.get(PackageBuilder).work({}, new AbortController().signal);
    expect(
      (await platform.query('SELECT state FROM download_package WHERE id = $1', [id]))[0]?.state,
    ).toBe('packing');
    await platform.query(
      "UPDATE download_package SET touched_at = now() - interval '1 minute' WHERE id = $1",
      [id],
    );
    await platform.get(DownloadSweeper).sweep();
    const state = await waitFor('the package', async () => {
      const { result } = await platform.call(ann, packageState, { packageId: id });
      return result.state === 'ready' ? result : null;
    });
    expect((await unpack(state.token ?? '')).names).toContain('数据/died');
  });

  it('that were committed but never queued are found again', async () => {
    await writeFile(join(ann.home, '数据/never-queued'), '');
    const id = await insertPackage();
    await platform.query(
      "UPDATE download_package SET touched_at = now() - interval '1 minute' WHERE id = $1",
      [id],
    );
    await platform.get(DownloadSweeper).sweep();
    await waitFor('the package', async () => {
      const { result } = await platform.call(ann, packageState, { packageId: id });
      return result.state === 'ready' ? result : null;
    });
  });

  it('can be stopped and built again', async () => {
    await writeFile(join(ann.home, '数据/stopped'), randomBytes(1000));
    const id = await insertPackage();
    await stopARun(platform, platform.get(PackageBuilder));
    expect(
      (await platform.query('SELECT state FROM download_package WHERE id = $1', [id]))[0]?.state,
    ).toBe('waiting');
    await runWaiting(platform, platform.get(PackageBuilder));
    const left = (await readdir(platform.get(Staging).packagesDir)).filter((name) =>
      name.startsWith(id),
    );
    expect(left).toEqual([`${id}.zip`]);
  });

  async function insertPackage(): Promise<string> {
    const { entity } = await platform.get(PackageRequests).reuseOrInsert(
      {
        userId: ann.id,
        space: 'disk',
        spaceId: ann.id,
        sessionId: null,
        paths: ['/数据'],
        fingerprint: randomBytes(32).toString('hex'),
        fileName: '数据.zip',
        totalBytes: 1,
        totalFiles: 1,
      },
      null,
      { count: 50, underWay: 10, bytes: 1_000_000 },
      () => Promise.resolve(),
    );
    return entity.id;
  }

  /** Packs after a large file has been begun, so that something can happen before the rest is read. */
  async function packMeanwhile(happening: () => Promise<void>): Promise<{ state: PackageState }> {
    await writeFile(join(ann.home, '数据/0 first'), randomBytes(firstBytes / 2).toString('hex'));
    const packing = holdPacking();
    const asked = await platform.call(ann, getDownloadPath, { paths: ['/数据'], async: true });
    const { packageId } = asked.result as PackageState;
    try {
      await waitFor('the packing to begin', async () => {
        const { result } = await platform.call(ann, packageState, { packageId });
        return result.doneBytes > 0;
      });
      await happening();
    } finally {
      packing.letGo();
    }
    return { state: await whenPacked(packageId) };
  }

  function whenPacked(packageId: string): Promise<PackageState> {
    return waitFor('the package', async () => {
      const { result } = await platform.call(ann, packageState, { packageId });
      return result.state === 'ready' || result.state === 'failed' ? result : null;
    });
  }
});
