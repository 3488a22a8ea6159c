import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecCopies } from '@clusterdesk/tests/features/copies-fixture.js';
import type { SpecPlatform, SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

let spec: SpecCopies;
let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  spec = await SpecCopies.open({ runs: { lookMs: 20 } });
  ({ platform, ann, bob } = spec);
});

afterAll(() => spec.close());

beforeEach(() => spec.reset());

describe('a copy', () => {
  it('has the contents, the empty folders and the times of what was copied', async () => {
    const then = new Date('2020-02-02T02:02:02Z');
    await chmod(join(ann.home, 'a.txt'), 0o750);
    for (const path of ['a.txt', '数据/结果.txt', '数据/空', '数据']) {
      await utimes(join(ann.home, path), then, then);
    }
    expect(await spec.copy(['/数据', '/a.txt'])).toMatchObject({
      success: true,
      result: {
        state: 'done',
        from: { space: 'disk' },
        to: { space: 'disk' },
        dir: '/to',
        name: 'a.txt',
        entries: 2,
        doneFiles: 2,
        totalFiles: 2,
        doneBytes: 8,
        totalBytes: 8,
        message: '',
      },
    });
    expect(await spec.inTarget()).toEqual(['a.txt', '数据', '数据/空', '数据/结果.txt'].sort());
    for (const path of await spec.inTarget()) {
      expect((await stat(join(ann.home, 'to', path))).mtime).toEqual(then);
    }
    expect(await readFile(join(ann.home, 'to/数据/结果.txt'), 'utf8')).toBe('text');
    // Who may run a file may run its copy.
    expect((await stat(join(ann.home, 'to/a.txt'))).mode & 0o777).toBe(0o770);
    expect((await stat(join(ann.home, 'to/数据/结果.txt'))).mode & 0o111).toBe(0);
    await spec.nothingStaged();
  });

  it('of large files is the same, byte for byte', async () => {
    const bytes = randomBytes(9_000_001);
    await writeFile(join(ann.home, '数据/large'), bytes);
    expect(await spec.copy(['/数据'])).toMatchObject({ result: { doneBytes: 9_000_005 } });
    expect(Buffer.compare(await readFile(join(ann.home, 'to/数据/large')), bytes)).toBe(0);
  });

  it('leaves out links and special files, and says so', async () => {
    await mkdir(bob.home, { recursive: true });
    await writeFile(join(bob.home, 'secret'), 'of bob');
    await symlink(join(bob.home, 'secret'), join(ann.home, '数据/link'));
    await symlink(bob.home, join(ann.home, '数据/空/folder-link'));
    execFileSync('mkfifo', [join(ann.home, '数据/pipe')]);
    const { result } = await spec.copy(['/数据']);
    expect(result.message).toMatch(/^3 left out .*\/数据\/pipe/);
    expect(await spec.inTarget()).toEqual(['数据', '数据/空', '数据/结果.txt'].sort());
  });

  it('into the folder it is in stands beside it', async () => {
    expect(await spec.copy(['/a.txt'], '/', '2')).toMatchObject({ success: true });
    expect(await spec.copy(['/数据'], '/', '2')).toMatchObject({ success: true });
    expect((await readdir(ann.home)).sort()).toEqual(
      ['a.txt', 'a (1).txt', 'to', '数据', '数据 (1)'].sort(),
    );
  });

  it('replaces what has its name when told; a folder in the way goes to the trash', async () => {
    await mkdir(join(ann.home, 'to/a.txt'));
    await writeFile(join(ann.home, 'to/a.txt/kept'), 'kept');
    await writeFile(join(ann.home, 'to/数据'), 'a file');
    expect(await spec.copy(['/a.txt', '/数据'], '/to', '1')).toMatchObject({ success: true });
    expect(await readFile(join(ann.home, 'to/a.txt'), 'utf8')).toBe('of a');
    expect(await readFile(join(ann.home, 'to/数据/结果.txt'), 'utf8')).toBe('text');
    const trash = join(platform.config.filesDir, '.trash/disk/ann');
    const kept = await readdir(trash, { recursive: true });
    expect(kept.some((name) => name.endsWith('a.txt/kept'))).toBe(true);
  });
});

describe('refused before anything is copied is', () => {
  it('a taken name', async () => {
    await mkdir(join(ann.home, 'to/数据'));
    expect(await spec.copy(['/a.txt', '/数据'])).toMatchObject({
      code: 409,
      result: { error: 'FILE_NAME_TAKEN' },
    });
    expect(await spec.inTarget()).toEqual(['数据']);
    expect(await platform.query('SELECT id FROM copy_task')).toEqual([]);
  });

  it('the same name twice, unless both are to be kept', async () => {
    await writeFile(join(ann.home, '数据/a.txt'), 'other');
    for (const operation of ['0', '1'] as const) {
      expect(await spec.copy(['/a.txt', '/数据/a.txt'], '/to', operation)).toMatchObject({
        code: 409,
        result: { error: 'COPY_SAME_NAME_TWICE' },
      });
    }
    expect(await spec.copy(['/a.txt', '/数据/a.txt'], '/to', '2')).toMatchObject({ success: true });
    expect(await spec.inTarget()).toEqual(['a (1).txt', 'a.txt']);
  });

  it('a folder into itself', async () => {
    for (const dir of ['/数据', '/数据/空', '//数据//空/']) {
      expect(await spec.copy(['/数据'], dir, '2')).toMatchObject({
        code: 400,
        result: { error: 'COPY_INTO_ITSELF' },
      });
    }
    // A name that only begins like it is another folder.
    await mkdir(join(ann.home, '数据2'));
    expect(await spec.copy(['/数据'], '/数据2')).toMatchObject({ success: true });
  });

  it('what would replace the folder it lies in', async () => {
    await mkdir(join(ann.home, '数据/数据'));
    expect(await spec.copy(['/数据/数据'], '/', '1')).toMatchObject({
      code: 409,
      result: { error: 'COPY_REPLACES_ITS_FOLDER' },
    });
  });

  it.each([
    [['/'], '/to', 400],
    [['/none'], '/to', 404],
    [['/a.txt'], '/none', 404],
    [['/a.txt'], '/数据/结果.txt', 409],
    [['/link'], '/to', 404],
    [['/a.txt'], '/link', 404],
    [['/../bob/secret'], '/to', 400],
    [['/a.txt'], '/../bob', 400],
  ])('%j to %s', async (paths, dir, code) => {
    await mkdir(bob.home, { recursive: true });
    await symlink(bob.home, join(ann.home, 'link'));
    expect((await spec.copy(paths, dir)).code).toBe(code);
    expect(await readdir(bob.home)).not.toContain('a.txt');
  });

  it('more than the quota leaves room for', async () => {
    const eve = await platform.addUser('eve', ['/myDoc', '/userList']);
    await mkdir(join(eve.home, 'to'), { recursive: true });
    await writeFile(join(eve.home, 'large'), Buffer.alloc(600_000));
    const { setQuota } = endpoints.disk;
    await platform.call(eve, setQuota, { userId: eve.id, quotaBytes: 1_000_000 });
    expect(await spec.copy(['/large'], '/to', '0', eve)).toMatchObject({
      result: { error: 'SPACE_QUOTA_EXCEEDED' },
    });
    expect(await readdir(join(eve.home, 'to'))).toEqual([]);
    await platform.call(eve, setQuota, { userId: eve.id, quotaBytes: 2_000_000 });
    expect(await spec.copy(['/large'], '/to', '0', eve)).toMatchObject({ success: true });
  });

  it('whoever has no session, or not the page', async () => {
    expect((await spec.copy(['/a.txt'], '/to', '0', null)).code).toBe(401);
    const guest = await platform.addUser(`guest-${randomBytes(3).toString('hex')}`, []);
    expect((await spec.copy(['/a.txt'], '/to', '0', guest)).code).toBe(403);
  });
});
