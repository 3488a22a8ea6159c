import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { rm, stat, writeFile } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { endpoints, limits, visitorTicketHeader } from '@clusterdesk/contracts';
import { SpecVisitors } from '@clusterdesk/tests/features/visitors-fixture.js';
import { sharingMenus } from '@clusterdesk/tests/features/sharing-fixture.js';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  SpecPlatform,
  type SpecUser,
} from '@clusterdesk/tests/server/spec-platform.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { UploadSweeper } from '../../uploads/upload-sweeper.service.js';

const { notifications, shares, users } = endpoints;
let platform: SpecPlatform;
let spec: SpecVisitors;
let ann: SpecUser;
/** Of ann's. */
let id: string;

beforeAll(async () => {
  // What ends at once must not wait for the look that comes by itself.
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { rights: { runningWorkMs: 600_000 } },
  });
  spec = new SpecVisitors(platform);
  ann = await platform.addUser('ann', sharingMenus);
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('DELETE FROM attempt_limit');
  await platform.query('DELETE FROM audit_log');
  await platform.query('DELETE FROM notification');
  await platform.query('DELETE FROM disk_account');
  await spec.tus.forgetAll();
  await spec.let(true);
  for (const name of Object.keys(await spec.inFolder(ann).catch(() => ({})))) {
    await platform.call(ann, endpoints.disk.remove, { paths: [`/inbox/${name}`] });
  }
  ({ id } = await spec.addBox(ann));
});

/** Sends half of a file and falls silent. */
async function sendHalf(ticket: string, url: string): Promise<ClientRequest> {
  const outgoing = request(new URL(url, platform.baseUrl), {
    method: 'PATCH',
    headers: {
      'Tus-Resumable': '1.0.0',
      [visitorTicketHeader]: ticket,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': '0',
      'Content-Length': 8,
    },
  });
  outgoing.on('error', () => undefined);
  outgoing.write('half');
  await waitFor('the first bytes', async () => (await stat(spec.tus.stagedPath(url))).size === 4);
  return outgoing;
}

const ended = (outgoing: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    outgoing.once('close', () => resolve());
    outgoing.once('response', (response) => response.resume());
  });

describe('what a visitor adds', () => {
  it('lies beside what is there, and the visitor hears of no name that is taken', async () => {
    await writeFile(join(ann.home, 'inbox/a.txt'), 'there before');
    const ticket = await spec.ticket(id);
    for (const content of ['first', 'other']) {
      const answer = await spec.give(ticket, 'a.txt', content);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('upload-placed-path')).toBe('%2Fa.txt');
    }
    expect(await spec.inFolder(ann)).toEqual({
      'a.txt': 'there before',
      'a (1).txt': 'first',
      'a (2).txt': 'other',
    });
  });

  it('has a name that is a name, however hostile', async () => {
    const ticket = await spec.ticket(id);
    for (const name of ['..', '.', '', '../x', '/x', 'a/b', 'a\0b', 'x'.repeat(300)]) {
      expect((await spec.create(ticket, name, 4)).status).toBe(400);
    }
    const odd = ['<img src=x>.html', "'; rm -rf ~ #", '\u202egpj.exe', '-rf', 'CON'];
    for (const name of odd) {
      expect((await spec.give(ticket, name)).status).toBe(204);
    }
    expect(Object.keys(await spec.inFolder(ann)).sort()).toEqual([...odd].sort());
    expect(await spec.counted(id)).toEqual({ bytes: odd.length * 4, files: odd.length });
  });

  it('goes on where it was when the connection is back', async () => {
    const ticket = await spec.ticket(id);
    const url = await spec.begin(ticket, 'long.txt', 8);
    const outgoing = await sendHalf(ticket, url);
    const isOver = ended(outgoing);
    outgoing.destroy();
    await isOver;
    const head = await spec.send(ticket, 'HEAD', url);
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '4']);
    expect((await spec.patch(ticket, url, 4, 'rest')).status).toBe(204);
    expect(await spec.inFolder(ann)).toEqual({ 'long.txt': 'halfrest' });
  });

  it('counts on the quota of the owner, of which nothing is told', async () => {
    await platform.query(
      `INSERT INTO disk_account (user_id, quota_bytes, used_bytes, measured_at) VALUES ($1, 10, 5, now())`,
      [ann.id],
    );
    const ticket = await spec.ticket(id);
    const refused = await spec.create(ticket, 'large.txt', 6);
    expect(refused.status).toBe(413);
    expect(await refused.text()).not.toMatch(/free|inbox|ann/);
    expect(await spec.counted(id)).toEqual({ bytes: 0, files: 0 });
    expect((await spec.give(ticket, 'small.txt', '12345')).status).toBe(204);
  });

  it('is told to the owner once for each visitor, and stands in the history and the log', async () => {
    const window = await connectConsole(platform.baseUrl, ann.token);
    const heard: string[] = [];
    window.socket.onAny((event: string) => heard.push(event));
    const ticket = await spec.ticket(id, 'Eve <b>');
    await spec.give(ticket, 'a.txt');
    await spec.give(ticket, 'b.txt');
    const nameless = await spec.ticket(id);
    await spec.give(nameless, 'a.txt');
    await waitFor('the news', () => heard.includes('sharesChanged'));
    window.close();
    // Her own windows show no upload that she does not make.
    expect(heard).not.toContain('uploadProgress');
    const { result } = await platform.call(ann, notifications.list, {});
    expect(JSON.stringify(result)).toContain('shares.visitorFiles');
    const rows = await platform.query('SELECT kind, payload FROM notification ORDER BY id');
    expect(rows).toEqual([
      {
        kind: 'shares.visitorFiles',
        payload: { shareId: id, title: 'inbox', visitor: 'Eve <b>', files: 2 },
      },
      {
        kind: 'shares.visitorFiles',
        payload: { shareId: id, title: 'inbox', visitor: '', files: 1 },
      },
    ]);
    const visits = await platform.call(ann, shares.visits, { id });
    expect(visits.result).toMatchObject({
      total: 2,
      data: [
        { user: null, visitor: { name: '', address: '127.0.0.1' }, paths: ['/a.txt'] },
        { user: null, visitor: { name: 'Eve <b>' }, paths: ['/a.txt', '/b.txt'], entries: 2 },
      ],
    });
    await waitFor('the log', async () => {
      const logged = await platform.query(
        `SELECT user_id, user_name, address, target_id, details FROM audit_log
         WHERE method_name = '/share/drop/uploads' ORDER BY id`,
      );
      expect(logged.slice(0, 1)).toEqual([
        {
          ...{ user_id: null, user_name: null, address: '127.0.0.1', target_id: id },
          details: { path: '/a.txt', visitor: 'Eve <b>' },
        },
      ]);
      return logged.length === 3;
    });
    expect(await platform.query('SELECT FROM recent_file')).toEqual([]);
    const { result: row } = await platform.call(ann, shares.detail, { id });
    expect(row).toMatchObject({
      own: { visitors: { isOpen: true, title: null, bytes: 12, files: 3, maxFiles: 1000 } },
    });
  });
});

describe('the limits of the owner', () => {
  it('hold against a hundred at once, and what was not taken is not counted', async () => {
    await platform.call(ann, shares.edit, { id, visitorMaxFiles: 7 });
    const ticket = await spec.ticket(id);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => spec.create(ticket, `${at}.txt`, 4)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
    expect(refused[0]?.headers.get('upload-error-code')).toBe('DROP_BOX_FULL');
    expect(await spec.counted(id)).toEqual({ bytes: 28, files: 7 });
  });

  it('count bytes before they come, and give back what is cancelled, expires or is lost', async () => {
    await platform.call(ann, shares.edit, { id, visitorMaxBytes: 10 });
    const ticket = await spec.ticket(id);
    expect((await spec.create(ticket, 'too large', 11)).status).toBe(403);
    const first = await spec.begin(ticket, 'first', 10);
    expect((await spec.create(ticket, 'second', 1)).status).toBe(403);
    expect((await spec.send(ticket, 'DELETE', first)).status).toBe(204);
    expect(await spec.counted(id)).toEqual({ bytes: 0, files: 0 });
    await spec.begin(ticket, 'second', 10);
    await platform.query("UPDATE upload SET created_at = now() - interval '2 days'");
    const uploads = await platform.query('SELECT id FROM upload');
    expect(uploads).toHaveLength(1);
    // Its file cannot be made older: gone, it expires as one whose staging was cleared.
    await rm(spec.tus.stagedPath(String(uploads[0]?.['id'])));
    await platform.get(UploadSweeper).sweep();
    expect(await spec.counted(id)).toEqual({ bytes: 0, files: 0 });
    // What has come stays counted, whatever becomes of it.
    await spec.give(ticket, 'third', '0123456789');
    await platform.query('DELETE FROM upload');
    expect(await spec.counted(id)).toEqual({ bytes: 10, files: 1 });
    expect((await spec.create(ticket, 'fourth', 1)).status).toBe(403);
    expect((await spec.create(ticket, 'empty', 0)).status).toBe(201);
  });

  it('are held no longer than an hour without a byte; who goes on later asks again', async () => {
    await platform.call(ann, shares.edit, { id, visitorMaxFiles: 1 });
    const ticket = await spec.ticket(id);
    const upload = await spec.begin(ticket, 'stopped.txt', 8);
    const sent = await spec.patch(ticket, upload, 0, 'half');
    const keptMs = Date.parse(sent.headers.get('upload-expires') ?? '') - Date.now();
    expect(keptMs).toBeLessThanOrEqual(limits.visitorUploadExpiryMs);
    expect((await spec.create(ticket, 'other.txt', 4)).status).toBe(403);
    await spec.tus.begin(ann, { fileName: 'own.txt' });
    const sweepIn = async (minutes: number): Promise<void> => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes * 60_000);
      await platform.get(UploadSweeper).sweep();
      clock.mockRestore();
    };
    await sweepIn(59);
    // It is by its last byte that it is old, and not by when it began.
    await platform.query("UPDATE upload SET created_at = now() - interval '2 hours'");
    await sweepIn(0);
    expect(await spec.counted(id)).toEqual({ bytes: 8, files: 1 });
    await sweepIn(61);
    expect(await spec.counted(id)).toEqual({ bytes: 0, files: 0 });
    // The owner's own stays, and so it does for a day.
    expect(await platform.query('SELECT visitor_id FROM upload')).toEqual([{ visitor_id: null }]);
    expect((await spec.send(ticket, 'HEAD', upload)).status).toBe(404);
    expect((await spec.patch(ticket, upload, 4, 'rest')).status).toBe(404);
    expect((await spec.give(ticket, 'stopped.txt', 'halfrest')).status).toBe(204);
    expect((await spec.create(ticket, 'stopped.txt', 8)).headers.get('upload-error-code')).toBe(
      'DROP_BOX_FULL',
    );
    expect(await spec.inFolder(ann)).toEqual({ 'stopped.txt': 'halfrest' });
  });

  it('bound what is unfinished from one address, in any box, and in one box', async () => {
    const other = await spec.addBox(ann, '/other');
    const [here, there] = [await spec.ticket(id), await spec.ticket(other.id)];
    const half = limits.visitorUploadsPerAddress / 2;
    const answers = await Promise.all(
      Array.from({ length: 2 * half + 10 }, (_, at) =>
        spec.create(at % 2 === 0 ? here : there, `${at}`, 4),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2 * half);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused?.headers.get('upload-error-code')).toBe('DROP_BOX_BUSY');
    await platform.query("UPDATE share_visitor SET address_key = 'elsewhere'");
    await platform.query('DELETE FROM upload');
    const visitors = await platform.query('SELECT id FROM share_visitor WHERE share_id = $1', [id]);
    await platform.query(
      `INSERT INTO upload (id, user_id, space, space_id, base_dir, target_dir, file_name, conflict, size_bytes, metadata, quota_bytes, visitor_id)
       SELECT 'u' || n, $1, 'share', $2, '/', '/', 'x', 'keepBoth', 4, '{}', 0, $3
       FROM generate_series(1, $4) n`,
      [ann.id, id, visitors[0]?.['id'], limits.visitorUploadsPerBox],
    );
    expect((await spec.create(await spec.ticket(id), 'x', 4)).status).toBe(403);
    expect((await spec.create(await spec.ticket(other.id), 'x', 4)).status).toBe(201);
    // The owner's own uploads are the owner's.
    await spec.tus.begin(ann, { fileName: 'own.txt' });
  });
});

describe('an upload of a visitor ends at once', () => {
  const endings: readonly (readonly [
    string,
    () => Promise<unknown>,
    (() => Promise<unknown>) | undefined,
  ])[] = [
    ['with the setting', () => spec.let(false), () => spec.let(true)],
    [
      'when the owner closes the box',
      () => platform.call(ann, shares.edit, { id, forVisitors: false }),
      () => platform.call(ann, shares.edit, { id, forVisitors: true }),
    ],
    ['with the share', () => platform.call(ann, shares.remove, { id }), undefined],
  ];

  it.each(endings)('%s', async (...[, close, open]) => {
    const ticket = await spec.ticket(id);
    const url = await spec.begin(ticket, 'long.txt', 8);
    const outgoing = await sendHalf(ticket, url);
    const isOver = ended(outgoing);
    await close();
    await isOver;
    expect((await spec.send(ticket, 'HEAD', url)).status).toBe(401);
    expect((await spec.patch(ticket, url, 4, 'rest')).status).toBe(401);
    expect(await spec.inFolder(ann)).toEqual({});
    if (open) {
      await open();
      const offset = (await spec.send(ticket, 'HEAD', url)).headers.get('upload-offset');
      expect(offset).toBe('4');
      expect((await spec.patch(ticket, url, 4, 'rest')).status).toBe(204);
      expect(await spec.inFolder(ann)).toEqual({ 'long.txt': 'halfrest' });
    }
  });

  it('when the owner is frozen', async () => {
    const admin = new ApiClient(platform.baseUrl);
    await admin.signIn('admin', adminPassword);
    // Of an owner of its own: being frozen signs out.
    const owner = await platform.addUser('frozen', sharingMenus);
    const box = await spec.addBox(owner);
    const ticket = await spec.ticket(box.id);
    const url = await spec.begin(ticket, 'long.txt', 8);
    const outgoing = await sendHalf(ticket, url);
    const isOver = ended(outgoing);
    await admin.expectOk(users.freeze, { id: owner.id, freeze: 1 });
    await isOver;
    expect((await spec.patch(ticket, url, 4, 'rest')).status).toBe(401);
    expect(await spec.inFolder(owner)).toEqual({});
  });
});

describe('who may open a drop box to visitors', () => {
  it('whoever may share, while the platform lets them in, and only a link to a drop box', async () => {
    await spec.let(false);
    expect(await platform.call(ann, shares.visitorRules, {})).toMatchObject({
      result: { isOpen: false },
    });
    const add = (more: object) =>
      platform.call(ann, shares.add, {
        patahs: ['/inbox'],
        shareType: 2,
        expirationTime: Date.now() + 86_400_000,
        isDropBox: true,
        forVisitors: true,
        ...more,
      });
    const off = { code: 403, result: { error: 'SHARE_VISITORS_OFF' } };
    expect(await add({})).toMatchObject(off);
    expect(await platform.call(ann, shares.edit, { id, forVisitors: true })).toMatchObject(off);
    // What is open already says so, and is closed.
    expect(await platform.call(ann, shares.detail, { id })).toMatchObject({
      result: { own: { visitors: { isOpen: false } } },
    });
    await spec.let(true);
    const wrong = { code: 400, result: { error: 'SHARE_VISITORS_NEED_LINK' } };
    expect(await add({ isDropBox: false })).toMatchObject(wrong);
    expect(await add({ shareType: 1, users: [{ id: ann.id }] })).toMatchObject(wrong);
    const plain = await platform.call(ann, shares.add, {
      patahs: ['/inbox'],
      shareType: 2,
      expirationTime: Date.now() + 86_400_000,
    });
    const plainId = plain.success ? plain.result.id : '';
    expect(await platform.call(ann, shares.edit, { id: plainId, forVisitors: true })).toMatchObject(
      wrong,
    );
    expect(await add({ expirationTime: undefined })).toMatchObject({ code: 400 });
    expect(await add({ visitorMaxFiles: 0 })).toMatchObject({ code: 400 });
    expect(await add({ visitorMaxBytes: null, visitorTitle: 'Homework' })).toMatchObject({
      result: { own: { visitors: { maxBytes: null, maxFiles: 1000, title: 'Homework' } } },
    });
    const bob = await platform.addUser('bob', ['/myDoc']);
    expect(await platform.call(bob, shares.visitorRules, {})).toMatchObject({ code: 403 });
    expect(await platform.call(bob, shares.edit, { id, forVisitors: false })).toMatchObject({
      code: 403,
    });
  });
});
