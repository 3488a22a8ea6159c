import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { auditedEntryPoints, endpoints, sweepThumbnails } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import sharp from 'sharp';
import { AuditLog } from '../../audit/audit-log.service.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { ThumbnailStore } from './thumbnail-store.service.js';

const { thumbnail } = endpoints.downloads;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;
let manager: SpecUser;
let kept: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { tasks: { dueWorkMs: 200 } } });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  manager = await platform.addUser('manager', ['/systemeManagement']);
  kept = platform.get(Staging).thumbnailsDir;
  await mkdir(join(ann.home, 'photos'), { recursive: true });
  await mkdir(bob.home, { recursive: true });
  await put(ann, '/photos/a.jpg', await photo('#f00'));
});

afterAll(() => platform.close());

const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Secret' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

const put = (user: SpecUser, path: string, content: Buffer | string): Promise<void> =>
  writeFile(join(user.home, path), content);

function ask(
  user: SpecUser | null,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = new URL(`/api${thumbnail.path}`, platform.baseUrl);
  url.searchParams.set('path', path);
  return fetch(url, { headers: { ...headers, ...(user && { Authorization: user.token }) } });
}

/** Asks until it is there, as the console does. */
const made = (user: SpecUser, path: string): Promise<Response> =>
  waitFor(`the thumbnail of ${path}`, async () => {
    const answer = await ask(user, path);
    return answer.status === 202 ? undefined : answer;
  });

const bytesOf = async (answer: Response): Promise<Buffer> =>
  Buffer.from(await answer.arrayBuffer());

/** The channel that there is most of: which of the pictures it is. */
async function colourOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  const { channels } = await sharp(await bytesOf(answer)).stats();
  const means = channels.map(({ mean }) => mean);
  return ['red', 'green', 'blue'][means.indexOf(Math.max(...means))] ?? '';
}

describe('a thumbnail', () => {
  it('is asked for, made by the worker, and given without what the camera wrote', async () => {
    expect((await ask(ann, '/photos/a.jpg')).status).toBe(202);
    const answer = await made(ann, '/photos/a.jpg');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    const bytes = await bytesOf(answer);
    const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height, exif, orientation }).toEqual({
      format: 'webp',
      width: 171,
      height: 256,
    });
    expect(bytes.includes('Secret')).toBe(false);
  });

  it('is not sent again to a browser that has it', async () => {
    const etag = (await made(ann, '/photos/a.jpg')).headers.get('etag') ?? '';
    const again = await ask(ann, '/photos/a.jpg', {
      'If-None-Match': etag,
      // As a browser's cache asks; Node's own would say that nothing may be used again.
      'Cache-Control': 'max-age=0',
    });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
  });

  it('is another one when the file is', async () => {
    await put(ann, '/changing.jpg', await photo('#f00'));
    expect(await colourOf(await made(ann, '/changing.jpg'))).toBe('red');
    await put(ann, '/changing.jpg', await photo('#00f'));
    expect(await colourOf(await made(ann, '/changing.jpg'))).toBe('blue');
  });

  it('stays that of the file that is renamed, and goes with one that is removed', async () => {
    await put(ann, '/before.jpg', await photo('#0f0'));
    await made(ann, '/before.jpg');
    await rename(join(ann.home, 'before.jpg'), join(ann.home, 'after.jpg'));
    expect(await colourOf(await ask(ann, '/after.jpg'))).toBe('green');
    expect((await ask(ann, '/before.jpg')).status).toBe(404);
    await rm(join(ann.home, 'after.jpg'));
    expect((await ask(ann, '/after.jpg')).status).toBe(404);
  });

  it('is kept beside the users’ files and none of them', async () => {
    await made(ann, '/photos/a.jpg');
    expect(await readdir(join(ann.home, 'photos'))).toEqual(['a.jpg']);
    const names = await readdir(kept);
    expect(names).toEqual(names.filter((name) => /^[0-9a-f]{64}$/.test(name)));
    expect((await stat(join(kept, names[0] ?? ''))).mode & 0o777).toBe(0o600);
  });
});

describe('there is none', () => {
  it.each([
    [
      'an SVG that is called a picture',
      '/drawing.png',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['a text', '/text.jpg', 'no picture'],
    ['an empty file', '/empty.jpg', ''],
  ])('of %s, and the worker is not asked', async (_, path, content) => {
    await put(ann, path, content);
    const before = (await readdir(kept)).length;
    expect((await ask(ann, path)).status).toBe(204);
    // The one that is made after it.
    await put(ann, '/later.jpg', await photo('#f00'));
    expect((await made(ann, '/later.jpg')).status).toBe(200);
    expect((await readdir(kept)).length).toBe(before + 1);
    await rm(join(ann.home, 'later.jpg'));
  });

  it('of a file that is damaged, which is tried once', async () => {
    await put(ann, '/damaged.jpg', Buffer.from('\xff\xd8\xff\xe0 and nothing else', 'latin1'));
    expect((await ask(ann, '/damaged.jpg')).status).toBe(202);
    expect((await made(ann, '/damaged.jpg')).status).toBe(204);
    const names = await readdir(kept);
    expect((await ask(ann, '/damaged.jpg')).status).toBe(204);
    expect((await readdir(kept)).sort()).toEqual(names.sort());
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(kept, name))).size));
    expect(sizes.filter((size) => size === 0)).toHaveLength(1);
  });
});

describe('it is refused', () => {
  it('whoever is not signed in, or may not use the page', async () => {
    const stranger = await platform.addUser('stranger', []);
    expect((await ask(null, '/photos/a.jpg')).status).toBe(401);
    expect((await ask(stranger, '/photos/a.jpg')).status).toBe(403);
  });

  it.each([
    ['/photos', 409],
    ['/../ann/photos/a.jpg', 400],
    ['/photos/a.jpg', 404],
    ['/link.jpg', 404],
  ])('of %s to another user', async (path, status) => {
    await mkdir(join(bob.home, 'photos'), { recursive: true });
    await rm(join(bob.home, 'link.jpg'), { force: true });
    await symlink(join(ann.home, 'photos/a.jpg'), join(bob.home, 'link.jpg'));
    await made(ann, '/photos/a.jpg');
    expect((await ask(bob, path)).status).toBe(status);
  });

  it('to whoever may not download, also what was made before', async () => {
    await made(ann, '/photos/a.jpg');
    const set = async (userIds: string[]): Promise<void> => {
      const saved = await platform.call(manager, endpoints.downloadPermission.save, {
        allowDownload: true,
        userIds,
      });
      expect(saved.code).toBe(200);
    };
    await set([ann.id]);
    try {
      expect((await ask(ann, '/photos/a.jpg')).status).toBe(403);
    } finally {
      await set([manager.id]);
    }
    expect((await ask(ann, '/photos/a.jpg')).status).toBe(200);
  });
});

it('leaves one row of the log for a folder', async () => {
  await mkdir(join(bob.home, 'looked'), { recursive: true });
  for (const name of ['1.jpg', '2.jpg']) {
    await put(bob, `/looked/${name}`, await photo('#f00'));
    expect((await made(bob, `/looked/${name}`)).status).toBe(200);
  }
  await platform.get(AuditLog).settle();
  const rows = await platform.query(
    `SELECT log_level, details->>'path' AS path FROM audit_log WHERE method_name = $1 AND user_id = $2`,
    [auditedEntryPoints.thumbnails.methodName, bob.id],
  );
  expect(rows).toEqual([{ log_level: 'INFO', path: '/looked' }]);
});

describe('what is kept', () => {
  const day = 24 * 3_600_000;
  const add = async (name: string, ageMs: number, bytes = 10): Promise<void> => {
    await writeFile(join(kept, name), Buffer.alloc(bytes));
    const at = new Date(Date.now() - ageMs);
    await utimes(join(kept, name), at, at);
  };

  it('goes after a month, and a part of a process that died after an hour', async () => {
    await add('aa', 31 * day);
    await add('bb', 29 * day);
    await add('cc.1.part', 2 * 3_600_000);
    await add('dd.1.part', 0);
    await add('.nfs01', 31 * day);
    await platform.makeDue(sweepThumbnails);
    await waitFor(
      'the sweep',
      async () => !(await readdir(kept)).includes('cc.1.part') || undefined,
    );
    const names = await readdir(kept);
    expect(names).toEqual(expect.arrayContaining(['bb', 'dd.1.part', '.nfs01']));
    expect(names).not.toContain('aa');
  });

  it('is bounded: the oldest go first', async () => {
    await Promise.all((await readdir(kept)).map((name) => rm(join(kept, name))));
    await add('a1', 3_000, 5_000);
    await add('a2', 2_000, 5_000);
    await add('a3', 1_000, 0);
    // The small one takes a block of 4,096 bytes.
    const store = platform.get(ThumbnailStore);
    await store.sweep(new AbortController().signal, 9_096);
    expect((await readdir(kept)).sort()).toEqual(['a2', 'a3']);
    await store.sweep(new AbortController().signal, 9_095);
    expect(await readdir(kept)).toEqual(['a3']);
    expect(await readFile(join(kept, 'a3'))).toHaveLength(0);
  });
});

it('keeps sixteen of a user waiting at most, and others are asked for again', async () => {
  const idle = await SpecPlatform.open({ withWorker: false });
  try {
    const carl = await idle.addUser('carl');
    await mkdir(carl.home, { recursive: true });
    const content = await photo('#f00');
    const askAt = async (path: string): Promise<number> => {
      const url = new URL(`/api${thumbnail.path}`, idle.baseUrl);
      url.searchParams.set('path', path);
      return (await fetch(url, { headers: { Authorization: carl.token } })).status;
    };
    for (let at = 0; at < 60; at += 1) {
      await put(carl, `/${at}.jpg`, content);
      expect(await askAt(`/${at}.jpg`)).toBe(202);
    }
    const { thumbnails } = await idle.get(TaskQueue).count();
    expect(thumbnails.waiting).toBeGreaterThan(8);
    expect(thumbnails.waiting).toBeLessThanOrEqual(16);
  } finally {
    await idle.close();
  }
});
