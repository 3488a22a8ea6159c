import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { join } from 'node:path';
import type { Request } from 'express';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { limits } from '@clusterdesk/contracts';
import { Staging } from '../spaces/storage/staging.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';

let platform: SpecPlatform;
let tus: SpecTus;
let ann: SpecUser;
let bob: SpecUser;
let guest: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  tus = new SpecTus(platform);
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  guest = await platform.addUser('guest', []);
});

afterAll(() => platform.close());

describe('a taken name', () => {
  it('is refused before the first byte, replaced, or kept beside', async () => {
    await platform.upload(ann, Buffer.from('old'), { fileName: 'name.txt' });
    const refused = await tus.create(ann, { fileName: 'name.txt' });
    expect(refused.status).toBe(409);
    expect(refused.headers.get('upload-error-code')).toBe('FILE_NAME_TAKEN');
    expect(await refused.text()).toContain('Choose another name');
    const both = await platform.upload(ann, Buffer.from('new'), {
      fileName: 'name.txt',
      operation: '2',
    });
    expect(both.placedPath).toBe('/name (1).txt');
    await platform.upload(ann, Buffer.from('newer'), { fileName: 'name.txt', operation: '1' });
    expect(await readFile(join(ann.home, 'name.txt'), 'utf8')).toBe('newer');
    expect(await tus.staged()).toEqual([]);
  });

  it('that was taken while the upload ran is refused at the end, and the bytes wait for a free name', async () => {
    const url = await tus.begin(ann, { fileName: 'late' });
    await writeFile(join(ann.home, 'late'), 'somebody was faster');
    const refused = await tus.patch(ann, url, 0, 'text');
    expect(refused.status).toBe(409);
    expect(await readFile(join(ann.home, 'late'), 'utf8')).toBe('somebody was faster');
    await rm(join(ann.home, 'late'));
    expect((await tus.send(ann, 'HEAD', url)).status).toBe(200);
    expect(await readFile(join(ann.home, 'late'), 'utf8')).toBe('text');
  });

  it('that is a folder is not replaced', async () => {
    await mkdir(join(ann.home, 'a-folder'));
    expect((await tus.create(ann, { fileName: 'a-folder', operation: '1' })).status).toBe(409);
  });
});

describe('uploads that only begin', () => {
  it('are so many of one user at a time, also when they come at once; others have theirs', async () => {
    await platform.query(
      `INSERT INTO upload (id, user_id, space, space_id, base_dir, target_dir, file_name, conflict, size_bytes,
                           metadata, quota_bytes)
       SELECT 'n' || n, $1::uuid, 'disk', $1::text, '/', '/', 'f' || n, 'refuse', 4, '{}', 0 FROM generate_series(1, $2::int) AS n`,
      [bob.id, limits.uploadsUnderWayPerUser - 3],
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => tus.create(bob, { fileName: `more-${index}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 409));
    expect(refused[0]?.headers.get('upload-error-code')).toBe('UPLOAD_TOO_MANY');
    expect((await tus.create(ann, { fileName: 'of another' })).status).toBe(201);
    await platform.query('DELETE FROM upload');
    for (const name of await tus.staged()) {
      await rm(join(platform.get(Staging).uploadsDir, name));
    }
  });
});

describe('a body of any size', () => {
  it.each([
    ['tus', '/api/uploads', 'application/offset+octet-stream'],
    ['a form', '/api/user/info/uploadFile', 'multipart/form-data; boundary=b'],
  ])('by %s may take its time once its caller is let in', async (_, path, type) => {
    for (const [token, mayStream] of [
      ['', undefined],
      [guest.token, path === '/api/uploads' ? true : undefined],
      [ann.token, true],
    ] as const) {
      const server = platform.app.getHttpServer() as Server;
      const arrived = once(server, 'request') as Promise<[Request]>;
      const headers = { Authorization: token, 'Content-Type': type, 'Content-Length': 1000 };
      const sending = request(`${platform.baseUrl}${path}`, { method: 'POST', headers });
      sending.on('error', () => undefined);
      sending.write('--b');
      const [incoming] = await arrived;
      await waitFor(
        'the guard',
        () => incoming.res?.headersSent === true || incoming.mayStream === true,
      );
      expect(incoming.mayStream).toBe(mayStream);
      sending.destroy();
    }
  });
});

describe('who may not', () => {
  it('nobody without a good token', async () => {
    expect((await tus.create(null, { fileName: 'x' })).status).toBe(401);
    expect((await tus.create({ ...ann, token: 'wrong' }, { fileName: 'x' })).status).toBe(401);
  });

  it('a user without the page', async () => {
    const refused = await tus.create(guest, { fileName: 'x' });
    expect(refused.status).toBe(403);
    expect(await tus.staged()).toEqual([]);
  });

  it('another user cannot see, continue or cancel an upload', async () => {
    const url = await tus.begin(ann, { fileName: 'private' });
    expect((await tus.send(bob, 'HEAD', url)).status).toBe(404);
    expect((await tus.patch(bob, url, 0, 'text')).status).toBe(404);
    expect((await tus.send(bob, 'DELETE', url)).status).toBe(404);
    expect((await tus.send(ann, 'HEAD', url)).headers.get('upload-offset')).toBe('0');
    await tus.send(ann, 'DELETE', url);
  });

  it('a user who is frozen while the upload runs', async () => {
    const eve = await platform.addUser('eve');
    const url = await tus.begin(eve, { fileName: 'x' });
    await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [eve.id]);
    expect((await tus.patch(eve, url, 0, 'text')).status).toBe(401);
  });

  it('a user who lost the page while the upload ran: refused at the end, and kept until it is back', async () => {
    const dan = await platform.addUser('dan');
    const url = await tus.begin(dan, { fileName: 'x' });
    const [menus] = await platform.query(
      'DELETE FROM role_menu USING user_role WHERE role_menu.role_id = user_role.role_id AND user_id = $1 RETURNING role_menu.*',
      [dan.id],
    );
    expect((await tus.patch(dan, url, 0, 'text')).status).toBe(403);
    await expect(stat(join(dan.home, 'x'))).rejects.toThrow();
    await platform.query(
      'INSERT INTO role_menu SELECT * FROM jsonb_populate_recordset(NULL::role_menu, $1)',
      [JSON.stringify(menus)],
    );
    expect((await tus.send(dan, 'HEAD', url)).status).toBe(200);
    expect(await readFile(join(dan.home, 'x'), 'utf8')).toBe('text');
  });

  it.each<Record<string, string>>([
    { fileName: '../x' },
    { fileName: '..' },
    { fileName: 'a\nb' },
    { fileName: 'x', dir: '/../bob' },
    { fileName: 'x', dir: 'relative' },
    { fileName: 'x', relativePath: '../../bob' },
    { fileName: 'x', relativePath: 'a/./b' },
    { fileName: 'x', operation: '7' },
    { fileName: 'x', space: 'moon' },
    { fileName: 'x', filetype: 'a\0b' },
    { dir: '/' },
  ])('a target such as %j', async (metadata) => {
    const before = await tus.staged();
    const refused = await tus.create(ann, metadata);
    expect(refused.status).toBe(400);
    expect(await tus.staged()).toEqual(before);
  });

  it('an upload into a folder that is not there, or is a link out', async () => {
    expect((await tus.create(ann, { fileName: 'x', dir: '/none' })).status).toBe(404);
    await mkdir(bob.home, { recursive: true });
    await symlink(bob.home, join(ann.home, 'link'));
    expect((await tus.create(ann, { fileName: 'x', dir: '/link' })).status).toBe(404);
    const url = await tus.begin(ann, { fileName: 'x', relativePath: 'link' });
    expect((await tus.patch(ann, url, 0, 'text')).status).toBe(409);
    expect(await readdir(bob.home)).toEqual([]);
    await tus.send(ann, 'DELETE', url);
  });

  it('an upload larger than the disk', async () => {
    const refused = await tus.create(ann, { fileName: 'x' }, 2 ** 52);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('upload-error-code')).toBe('SPACE_DISK_FULL');
  });

  it('answers in the language of the user', async () => {
    await platform.query("UPDATE user_account SET language = 'cn' WHERE id = $1", [bob.id]);
    expect(await (await tus.create(bob, { fileName: 'x', dir: '/none' })).text()).toContain(
      '不存在',
    );
  });
});

describe('a folder', () => {
  // Root is refused nothing.
  const asOrdinaryUser = process.geteuid?.() === 0 ? it.skip : it;
  asOrdinaryUser('that the system refuses to write gives a clear refusal', async () => {
    await mkdir(join(ann.home, 'closed'), { mode: 0o550 });
    const url = await tus.begin(ann, { fileName: 'x', dir: '/closed' });
    expect((await tus.patch(ann, url, 0, 'text')).status).toBe(403);
  });
});
