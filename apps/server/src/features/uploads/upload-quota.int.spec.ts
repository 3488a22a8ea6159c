import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type SpaceRef } from '@clusterdesk/contracts';
import { FileSpace } from '../../platform/file-space/file-space.js';
import {
  resultOf,
  SpecForms,
  type FormAnswer,
  type FormPart,
} from '@clusterdesk/tests/wire/multipart-forms.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';
import {
  allowed,
  SpaceProvider,
  SpaceRegistry,
  type Space,
  type SpaceUser,
} from '../spaces/space.js';
import { FreeSpaceGuard } from '../spaces/storage/free-space-guard.service.js';
import { Staging } from '../spaces/storage/staging.js';
import { UploadSweeper } from './upload-sweeper.service.js';

let platform: SpecPlatform;
let forms: SpecForms;
let tus: SpecTus;
let ann: SpecUser;

/** A project space with a limit, whose use is what was noted. */
class LimitedSpace extends SpaceProvider {
  limitBytes = 1000;
  usedBytes = 0;

  constructor(private readonly folder: string) {
    super();
  }

  async open(_: SpaceUser, ref: SpaceRef): Promise<Space> {
    const key = { space: ref.space, spaceId: ref.space === 'disk' ? '' : ref.spaceId };
    return {
      key,
      files: await this.filesOf(),
      quota: {
        account: 'limited',
        limitBytes: this.limitBytes,
        usedBytes: async () => this.usedBytes,
      },
      note: async (deltaBytes) => void (this.usedBytes += deltaBytes),
      hasEntryRights: false,
      can: async (_action, paths) => paths.map(() => allowed),
      locate: (path) => ({ key, path }),
    };
  }

  async filesOf(): Promise<FileSpace> {
    return FileSpace.open({
      root: join(this.folder, 'limited'),
      trash: join(this.folder, '.trash/limited'),
    });
  }
}

let limited: LimitedSpace;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  forms = new SpecForms(platform);
  tus = new SpecTus(platform);
  ann = await platform.addUser('ann');
  await mkdir(ann.home, { recursive: true });
  limited = new LimitedSpace(platform.config.filesDir);
  platform.get(SpaceRegistry).register('project', limited);
});

afterAll(() => platform.close());

const limitedFile = (name: string): string => join(platform.config.filesDir, 'limited', name);

const createLimited = (size: number, fileName: string, operation = '0'): Promise<Response> =>
  tus.create(ann, { fileName, space: 'project', projectId: 'p', operation }, size);

const locationOf = (response: Response): string => response.headers.get('location') ?? '';

describe('a quota', () => {
  beforeEach(async () => {
    await platform.query('DELETE FROM upload');
    await rm(limitedFile('.'), { recursive: true, force: true }).catch(() => undefined);
    limited.usedBytes = 0;
  });

  it('refuses before the first byte, and says how much is free', async () => {
    limited.usedBytes = 400;
    const refused = await createLimited(601, 'x');
    expect(refused.status).toBe(413);
    expect(refused.headers.get('upload-error-code')).toBe('SPACE_QUOTA_EXCEEDED');
    expect(await refused.text()).toContain('0.59 KB free');
    const fits = await createLimited(600, 'x');
    expect(fits.status).toBe(201);
    expect(await tus.staged()).toHaveLength(1);
  });

  it('counts what is under way, and what was placed only once', async () => {
    const first = locationOf(await createLimited(600, 'first'));
    expect((await createLimited(401, 'second')).status).toBe(413);
    expect((await tus.patch(ann, first, 0, Buffer.alloc(600))).status).toBe(204);
    expect(limited.usedBytes).toBe(600);
    expect((await createLimited(401, 'second')).status).toBe(413);
    expect((await createLimited(400, 'second')).status).toBe(201);
  });

  it('lets not both of two in that come at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => createLimited(300, `race-${index}`)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 413)).toHaveLength(9);
  });

  it('gives back what a cancelled upload held', async () => {
    const url = locationOf(await createLimited(1000, 'all'));
    expect((await createLimited(1, 'one')).status).toBe(413);
    expect((await tus.send(ann, 'DELETE', url)).status).toBe(204);
    expect((await createLimited(1, 'one')).status).toBe(201);
  });

  it('gives back what an abandoned upload held, a day later', async () => {
    const url = locationOf(await createLimited(1000, 'abandoned'));
    await rm(tus.stagedPath(url));
    await platform.query("UPDATE upload SET created_at = now() - interval '25 hours'");
    await platform.get(UploadSweeper).sweep();
    expect((await createLimited(1000, 'next')).status).toBe(201);
  });

  it('needs room for both while a file is replaced, and takes only the difference in the end', async () => {
    await mkdir(limitedFile('.'), { recursive: true });
    await writeFile(limitedFile('old'), Buffer.alloc(400));
    limited.usedBytes = 400;
    const url = locationOf(await createLimited(500, 'old', '1'));
    // Else each of many would hold as much beside the file that each says to replace.
    expect((await createLimited(500, 'old', '1')).status).toBe(413);
    expect((await tus.patch(ann, url, 0, Buffer.alloc(500))).status).toBe(204);
    expect(limited.usedBytes).toBe(500);
  });

  it('is not held by an upload that staging has no file for', async () => {
    const { uploadsDir } = platform.get(Staging);
    await rename(uploadsDir, `${uploadsDir}-aside`);
    const failed = await createLimited(1000, 'x');
    await rename(`${uploadsDir}-aside`, uploadsDir);
    expect(failed.status).toBe(500);
    expect(await platform.query('SELECT id FROM upload')).toEqual([]);
    expect((await createLimited(1000, 'x')).status).toBe(201);
  });

  const files = (...sizes: number[]): FormPart[] =>
    sizes.map((size, index) => ({
      name: 'files',
      fileName: `form-${index}`,
      content: Buffer.alloc(size),
    }));

  it('holds for whole files in a form, with nothing placed when they do not fit together', async () => {
    const refused = await forms.send(ann, 'uploadFile', files(600, 401), { projectId: 'p' });
    expect(refused).toMatchObject({ success: false, code: 409 });
    expect(refused.result).toMatchObject({ error: 'SPACE_QUOTA_EXCEEDED' });
    expect(await readdir(limitedFile('.'))).toEqual([]);
    expect(limited.usedBytes).toBe(0);
    await forms.expectOk(ann, 'uploadFile', files(600, 400), { projectId: 'p' });
    expect(limited.usedBytes).toBe(1000);
    expect(await platform.query('SELECT id FROM upload')).toEqual([]);
    const again = await forms.send(ann, 'uploadFile', files(1), { projectId: 'p', operation: '2' });
    expect(again.result).toMatchObject({ error: 'SPACE_QUOTA_EXCEEDED' });
  });

  it('refuses a large form by its Content-Length, and holds the room of one under way', async () => {
    limited.limitBytes = 10_000_000;
    try {
      const query = { projectId: 'p', dir: '/' };
      const refused = await forms.send(ann, 'uploadFile', files(10_100_000), query);
      expect(refused.result).toMatchObject({ error: 'SPACE_QUOTA_EXCEEDED' });
      const both = await Promise.all([
        forms.send(ann, 'uploadFile', files(6_000_000), query),
        forms.send(ann, 'uploadFile', files(6_000_000), { ...query, operation: '2' }),
      ]);
      expect(both.filter(({ success }) => success)).toHaveLength(1);
      expect(limited.usedBytes).toBe(6_000_000);
    } finally {
      limited.limitBytes = 1000;
    }
  });

  describe('of a disk, whatever a form says of its length and its target', () => {
    const limitBytes = 1_000_000;
    let eve: SpecUser;

    async function addLimited(name: string): Promise<SpecUser> {
      const user = await platform.addUser(name, ['/myDoc', '/userList']);
      await mkdir(join(user.home, 'dir'), { recursive: true });
      const { setQuota } = endpoints.disk;
      await platform.call(user, setQuota, { userId: user.id, quotaBytes: limitBytes });
      return user;
    }

    beforeAll(async () => {
      eve = await addLimited('eve');
    });

    const file = (bytes: number, name = 'files'): FormPart => ({
      name,
      fileName: `of ${randomBytes(4).toString('hex')}`,
      content: Buffer.alloc(bytes, 1),
    });
    const dir: FormPart = { name: 'dir', content: '/dir' };

    /** Sends a form, and tells the most that it was let write into staging. */
    async function send(
      parts: FormPart[],
      isLengthKnown = false,
    ): Promise<{ error: unknown; writtenBytes: number }> {
      const { claim } = FreeSpaceGuard.prototype;
      let writtenBytes = 0;
      const room = jest.spyOn(FreeSpaceGuard.prototype, 'claim');
      room.mockImplementation(function (this: FreeSpaceGuard, bytes) {
        writtenBytes += bytes;
        return claim.call(this, bytes);
      });
      try {
        const { result } = await (isLengthKnown
          ? forms.send(eve, 'uploadFile', parts)
          : forms.sendInPieces(eve, 'uploadFile', parts));
        return { error: (result as { error?: string }).error, writtenBytes };
      } finally {
        room.mockRestore();
      }
    }

    it.each([
      ['without a length', 'SPACE_QUOTA_EXCEEDED', [dir, file(4_000_000)], false],
      [
        'without a length, as a chunk may be',
        'SPACE_QUOTA_EXCEEDED',
        [dir, file(4_000_000, 'file')],
        false,
      ],
      ['with the target after it', 'UPLOAD_FIELDS_FIRST', [file(4_000_000), dir], true],
      ['with neither', 'UPLOAD_FIELDS_FIRST', [file(4_000_000), dir], false],
      [
        'for a project that is named after it',
        'UPLOAD_FIELDS_FIRST',
        [file(4_000_000, 'file'), { name: 'projectId', content: 'p' }],
        false,
      ],
      [
        'of many files',
        'SPACE_QUOTA_EXCEEDED',
        [dir, ...Array.from({ length: 9 }, () => file(300_000))],
        false,
      ],
    ] as const)('takes no more than it %s', async (_, error, parts, isLengthKnown) => {
      const before = await tus.staged();
      const refused = await send([...parts], isLengthKnown);
      expect(refused.error).toBe(error);
      expect(refused.writtenBytes).toBeLessThanOrEqual(limitBytes);
      expect(await tus.staged()).toEqual(before);
      expect(await platform.query('SELECT id FROM upload')).toEqual([]);
    });

    it('takes a file that just fits in chunks, each before the fields that say what it is', async () => {
      const fields = {
        fileName: 'chunks',
        key: 'k',
        shardSize: '300000',
        shardTotal: '3',
        size: '900000',
      };
      const fay = await addLimited('fay');
      for (const shardIndex of ['1', '2', '3']) {
        const after = Object.entries({ ...fields, shardIndex });
        const { result } = await forms.send(fay, 'uploadFile', [
          { name: 'fileDir', content: '/dir' },
          file(300_000, 'file'),
          ...after.map(([name, content]) => ({ name, content })),
        ]);
        expect(result).toMatchObject({ complete: shardIndex === '3' });
      }
    });

    it('takes what fits, in whatever order, and of several at once what fits together', async () => {
      expect((await send([file(200_000), dir])).error).toBeUndefined();
      expect((await send([dir, file(200_000, 'file')])).error).toBeUndefined();
      const answers = await Promise.all(
        Array.from({ length: 4 }, () =>
          forms.sendInPieces(eve, 'uploadFile', [dir, file(400_000)]),
        ),
      );
      expect(answers.filter(({ success }) => success)).toHaveLength(1);
      expect(await platform.query('SELECT id FROM upload')).toEqual([]);
    });
  });

  it('holds for chunks from the first on', async () => {
    const chunk = (size: number, key: string): Promise<unknown> =>
      forms
        .send(ann, 'uploadFile', [{ name: 'file', fileName: 'blob', content: Buffer.alloc(100) }], {
          projectId: 'p',
          dir: '/',
          fileName: key,
          key,
          shardIndex: '1',
          shardSize: '100',
          shardTotal: String(size / 100),
          size: String(size),
        })
        .then(({ result }) => result);
    expect(await chunk(700, 'a')).toMatchObject({ received: [1] });
    expect(await chunk(400, 'b')).toMatchObject({ error: 'SPACE_QUOTA_EXCEEDED' });
    expect(await chunk(300, 'c')).toMatchObject({ received: [1] });
  });
});

describe('a target folder that vanished', () => {
  it('is told of; the bytes wait, and come in when it is back', async () => {
    await mkdir(join(ann.home, 'target'));
    const url = await tus.begin(ann, { fileName: 'f', dir: '/target', relativePath: 'a/b' });
    await rename(join(ann.home, 'target'), join(ann.home, 'aside'));
    const refused = await tus.patch(ann, url, 0, Buffer.from('text'));
    expect(refused.status).toBe(409);
    expect(refused.headers.get('upload-error-code')).toBe('UPLOAD_TARGET_MISSING');
    expect(await readdir(ann.home)).toEqual(['aside']);
    await rename(join(ann.home, 'aside'), join(ann.home, 'target'));
    const head = await tus.send(ann, 'HEAD', url);
    expect(head.headers.get('upload-placed-path')).toBe(encodeURIComponent('/target/a/b/f'));
    expect(await readFile(join(ann.home, 'target/a/b/f'), 'utf8')).toBe('text');
  });
});

describe('a target folder that is renamed on the platform', () => {
  it('takes what is on its way into it, by tus and in chunks, with the folders below it', async () => {
    await mkdir(join(ann.home, 'way/target'), { recursive: true });
    const url = await tus.begin(ann, { fileName: 'f', dir: '/way/target', relativePath: 'a' }, 8);
    expect((await tus.patch(ann, url, 0, 'half')).status).toBe(204);
    const beside = await tus.begin(ann, { fileName: 'beside', dir: '/way' });
    const chunk = (shardIndex: string): Promise<FormAnswer> =>
      forms.send(ann, 'uploadFile', [{ name: 'file', fileName: 'blob', content: 'half' }], {
        dir: '/way/target',
        fileName: 'chunks',
        key: 'renamed',
        shardIndex,
        shardSize: '4',
        shardTotal: '2',
        size: '8',
      });
    await chunk('1');
    const rename = { path: '/way/target', newPath: '/way/renamed' };
    expect(await platform.call(ann, endpoints.disk.rename, rename)).toMatchObject({
      success: true,
    });
    const last = await tus.patch(ann, url, 4, 'half');
    expect(last.headers.get('upload-placed-path')).toBe(encodeURIComponent('/way/renamed/a/f'));
    expect(resultOf(await chunk('2')).files[0]?.path).toBe('/way/renamed/chunks');
    const other = await tus.patch(ann, beside, 0, 'text');
    expect(other.headers.get('upload-placed-path')).toBe(encodeURIComponent('/way/beside'));
  });
});

describe('the log', () => {
  it('has a row for each upload that was placed or refused', async () => {
    await platform.query('TRUNCATE audit_log');
    const url = await tus.begin(ann, { fileName: 'logged' });
    await tus.patch(ann, url, 0, Buffer.from('te'));
    await tus.patch(ann, url, 2, Buffer.from('xt'));
    await tus.send(ann, 'HEAD', url);
    await tus.create(ann, { fileName: 'logged' });
    const rows = (): Promise<Record<string, unknown>[]> =>
      platform.query(
        `SELECT log_level AS level, log_model AS model, user_name AS "user", error_code AS code
         FROM audit_log WHERE method_name = '/uploads' ORDER BY id`,
      );
    await forms.until(async () => (await rows()).length >= 2);
    expect(await rows()).toEqual([
      { level: 'INFO', model: 'uploads', user: 'ann', code: null },
      { level: 'WARN', model: 'uploads', user: 'ann', code: 'FILE_NAME_TAKEN' },
    ]);
  });
});

describe('two server processes', () => {
  it('let one call at a time write; the later cuts off the earlier in the other process', async () => {
    // A server of its own modules and connections: to the lock it is another process.
    const other = await SpecPlatform.open({
      withWorker: false,
      environment: { DATABASE_URL: platform.config.databaseUrl, DATA_DIR: platform.config.dataDir },
      // Longer than the test: the first question to the holder is heard.
      timings: { files: { uploadLockMs: 600_000, askHolderAgainMs: 600_000 } },
    });
    const otherTus = new SpecTus(platform, other.baseUrl);
    try {
      const content = Buffer.alloc(2_000_000, 7);
      const url = await tus.begin(ann, { fileName: 'two' }, content.length);
      const silent = await tus.sendPart(ann, url, content, 1_000_000);
      const ended = new Promise<void>((resolve) => silent.once('close', () => resolve()));
      const head = await otherTus.send(ann, 'HEAD', url);
      expect(head.status).toBe(200);
      await ended;
      const offset = Number(head.headers.get('upload-offset'));
      expect(offset).toBeGreaterThan(0);
      const last = await otherTus.patch(ann, url, offset, content.subarray(offset));
      expect(last.status).toBe(204);
      expect((await readFile(join(ann.home, 'two'))).equals(content)).toBe(true);
    } finally {
      await other.close();
    }
  });
});

describe('a full disk', () => {
  const mayMount = process.geteuid?.() === 0 ? it : it.skip;
  mayMount('is told of, and the upload goes on when there is room again', async () => {
    const mount = await mkdtemp(join(tmpdir(), 'clusterdesk-small-'));
    // Staging keeps a tenth of so small a disk free before it lets an upload begin.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', mount]);
    const small = await SpecPlatform.open({
      withWorker: false,
      environment: {
        DATABASE_URL: platform.config.databaseUrl,
        DATA_DIR: platform.config.dataDir,
        FILES_DIR: join(mount, 'files'),
      },
    });
    const smallTus = new SpecTus(platform, small.baseUrl);
    try {
      const content = Buffer.alloc(4_000_000, 5);
      const created = await smallTus.create(ann, { fileName: 'big' }, content.length);
      expect(created.status).toBe(201);
      const url = locationOf(created);
      const first = await smallTus.patch(ann, url, 0, content.subarray(0, 1_000_000));
      expect(first.status).toBe(204);
      // Somebody else fills the disk but for a megabyte.
      await writeFile(join(mount, 'filler'), Buffer.alloc(78 * 1024 * 1024));
      const refused = await smallTus.patch(ann, url, 1_000_000, content.subarray(1_000_000));
      expect(refused.status).toBe(503);
      expect(refused.headers.get('upload-error-code')).toBe('SPACE_DISK_FULL');
      expect(await readdir(join(mount, 'files/home/ann'))).toEqual([]);
      await rm(join(mount, 'filler'));
      const head = await smallTus.send(ann, 'HEAD', url);
      const offset = Number(head.headers.get('upload-offset'));
      expect(offset).toBeGreaterThan(0);
      expect(offset).toBeLessThan(content.length);
      expect((await smallTus.patch(ann, url, offset, content.subarray(offset))).status).toBe(204);
      expect((await readFile(join(mount, 'files/home/ann/big'))).equals(content)).toBe(true);
    } finally {
      await small.close();
      execFileSync('umount', [mount]);
      await rm(mount, { recursive: true });
    }
  });
});
