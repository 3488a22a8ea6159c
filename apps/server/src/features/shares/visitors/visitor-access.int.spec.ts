import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  allEndpoints,
  endpoints,
  limits,
  uploadsPath,
  visitorTicketHeader,
} from '@clusterdesk/contracts';
import { dropBoxCode, SpecVisitors } from '@clusterdesk/tests/features/visitors-fixture.js';
import { sharingMenus, SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { call } from '@clusterdesk/tests/platform/call-endpoint.js';

const { disk, shares } = endpoints;
const closed = { code: 404, result: { error: 'DROP_BOX_CLOSED' } };
const words: string[] = [];
let platform: SpecPlatform;
let spec: SpecVisitors;
let ann: SpecUser;
let bob: SpecUser;
/** Of ann's. */
let id: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    onLog: (line) => words.push(line),
  });
  spec = new SpecVisitors(platform);
  ann = await platform.addUser('ann', sharingMenus);
  bob = await platform.addUser('bob', sharingMenus);
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('DELETE FROM attempt_limit');
  await platform.query('DELETE FROM audit_log');
  await platform.query('UPDATE user_account SET is_frozen = false');
  await spec.let(true);
  ({ id } = await spec.addBox(ann, '/secret place/inbox'));
});

describe('a visitor', () => {
  it('reads who asks and how the box is called, and nothing else of the platform', async () => {
    await writeFile(join(ann.home, 'secret place/inbox/there.txt'), 'there');
    expect(await spec.look(id)).toMatchObject({ code: 200 });
    const { result } = await spec.look(id);
    expect(result).toEqual({ sharer: 'ann', title: 'inbox' });
    await platform.call(ann, shares.edit, { id, visitorTitle: 'Homework \u202e of\n May ' });
    expect((await spec.look(id)).result).toEqual({ sharer: 'ann', title: 'Homework of May' });
  });

  it('gets a ticket that stands nowhere as it is', async () => {
    const { result } = await spec.enter(id, dropBoxCode.toLowerCase(), ' Eve\u0000\u202e\n ');
    expect(result).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/) });
    const [row] = await platform.query(
      `SELECT name, address, encode(token_hash, 'escape') AS hash,
         expires_at - created_at <= make_interval(secs => $1) AS "isShort" FROM share_visitor`,
      [limits.visitorTicketMs / 1_000 + 5],
    );
    expect(row).toMatchObject({ name: 'Eve', address: '127.0.0.1', isShort: true });
    expect(JSON.stringify(row)).not.toContain((result as { ticket: string }).ticket);
  });

  it('gets one answer, whatever is wrong', async () => {
    const plain = await new SpecSharing(platform).link(ann, ['/secret place'], {
      verification: dropBoxCode,
    });
    const forUsers = await spec.addBox(ann, '/for users', { forVisitors: false });
    const answers = [
      await spec.look(id, 'wrong'),
      await spec.look(id, ''),
      await spec.look('x'.repeat(22)),
      await spec.look(plain.id),
      await spec.look(forUsers.id),
      await spec.enter(id, 'wrong'),
      await spec.enter(forUsers.id),
    ];
    const closing: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] =
      [
        ['the setting', () => spec.let(false), () => spec.let(true)],
        [
          'the owner frozen',
          () => platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [ann.id]),
          () => platform.query('UPDATE user_account SET is_frozen = false'),
        ],
        [
          'expired',
          () => platform.query("UPDATE share SET expires_at = now() - interval '1 s'"),
          () => platform.query("UPDATE share SET expires_at = now() + interval '1 day'"),
        ],
        [
          'closed by the owner',
          () => platform.call(ann, shares.edit, { id, forVisitors: false }),
          () => platform.call(ann, shares.edit, { id, forVisitors: true }),
        ],
      ];
    for (const [, close, open] of closing) {
      await platform.query('DELETE FROM attempt_limit');
      await close();
      answers.push(await spec.look(id), await spec.enter(id));
      await open();
      expect(await spec.look(id)).toMatchObject({ code: 200 });
    }
    await platform.query('DELETE FROM attempt_limit');
    await platform.call(ann, disk.remove, { paths: ['/secret place/inbox'] });
    answers.push(await spec.look(id));
    await platform.call(ann, shares.remove, { id });
    answers.push(await spec.look(id));
    for (const answer of answers) {
      expect(answer).toMatchObject(closed);
      expect(answer).toEqual(answers[0]);
    }
  });

  it('guesses ten times, also fifty at once, and locks the link for a while', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, at) => spec.look(id, `guess${at}`)),
    );
    expect(guesses.filter(({ code }) => code === 404)).toHaveLength(limits.shareWrongCodes);
    expect(guesses.filter(({ code }) => code === 429)).toHaveLength(50 - limits.shareWrongCodes);
    expect(await spec.look(id)).toMatchObject({ code: 429 });
    expect(await spec.enter(id)).toMatchObject({ code: 429 });
    // Not only of this link: whoever guesses elsewhere is known by the address.
    const other = await spec.addBox(ann, '/other');
    expect(await spec.look(other.id)).toMatchObject({ code: 429 });
  });

  it('cannot ask without end with the right code either', async () => {
    await spec.look(id);
    await platform.query("UPDATE attempt_limit SET points = $1 WHERE key LIKE 'drop-box-calls:%'", [
      limits.visitorCallsPerHour,
    ]);
    expect(await spec.look(id)).toMatchObject({ code: 429 });
    expect(await spec.enter(id)).toMatchObject({ code: 429 });
  });

  it('leaves the code in no log', async () => {
    await spec.look(id, 'wrongCode1');
    await spec.look(id);
    await spec.enter(id, dropBoxCode, 'Eve');
    const rows = await platform.query(
      `SELECT log_level AS level, method_name AS call, user_id AS "userId", user_name AS "userName",
         address, target_id AS target, target_name AS name, details FROM audit_log ORDER BY id`,
    );
    const visits = rows.filter(({ call: path }) => String(path).startsWith('/share/drop/'));
    expect(visits).toEqual([
      expect.objectContaining({ level: 'WARN', call: '/share/drop/look', userId: null }),
      expect.objectContaining({ level: 'INFO', call: '/share/drop/look', userName: null }),
      expect.objectContaining({
        level: 'INFO',
        call: '/share/drop/enter',
        ...{ userId: null, userName: null, address: '127.0.0.1', target: id, name: 'inbox' },
        details: { visitor: 'Eve' },
      }),
    ]);
    expect(JSON.stringify(visits)).not.toMatch(/wrongCode1|Right1/);
    expect(words.join()).not.toMatch(/wrongCode1|Right1/);
  });
});

describe('a ticket', () => {
  it('is good for no call but uploads, and for no session', async () => {
    const ticket = await spec.ticket(id);
    const reached: string[] = [];
    for (const endpoint of allEndpoints.filter(
      ({ access }) => access !== 'public' && access !== 'ticket',
    )) {
      const response = await fetch(
        new URL(`/api${endpoint.path.replace(/:\w+/g, 'x')}`, platform.baseUrl),
        {
          method: endpoint.method,
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${ticket}`,
            [visitorTicketHeader]: ticket,
          },
          ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
        },
      );
      const text = await response.text();
      const code = /"code":(\d+)/.exec(text)?.[1] ?? String(response.status);
      if (code !== '401') {
        reached.push(`${endpoint.path} ${code}`);
      }
    }
    expect(reached).toEqual([]);
    const asSession = await spec.tus.send(null, 'POST', uploadsPath, {
      Authorization: ticket,
      'Upload-Length': '4',
    });
    expect(asSession.status).toBe(401);
  });

  it('adds to its own box only, whatever the upload says', async () => {
    const other = await spec.addBox(bob, '/other');
    await mkdir(join(ann.home, 'mine'), { recursive: true });
    const ticket = await spec.ticket(id);
    const places: Record<string, string>[] = [
      { space: 'disk', dir: '/mine' },
      { space: 'share', spaceId: other.id },
      { space: 'share', spaceId: id, dir: '/..' },
      { dir: '/../..', relativePath: '../..', operation: '1' },
      { relativePath: 'deep/er', operation: '0' },
    ];
    for (const [at, more] of places.entries()) {
      const response = await spec.create(ticket, `${at}.txt`, 4, more);
      expect(response.status).toBe(201);
      const url = response.headers.get('location') ?? '';
      expect((await spec.patch(ticket, url, 0, 'text')).status).toBe(204);
    }
    expect(Object.keys(await spec.inFolder(ann, '/secret place/inbox'))).toEqual(
      expect.arrayContaining(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt']),
    );
    expect(await spec.inFolder(bob, '/other')).toEqual({});
    expect(await spec.inFolder(ann, '/mine')).toEqual({});
  });

  it('reaches no upload but its own, nor does anybody else reach those', async () => {
    const ticket = await spec.ticket(id);
    const second = await spec.ticket(id);
    const elsewhere = await spec.ticket((await spec.addBox(bob, '/other')).id);
    const url = await spec.begin(ticket, 'mine.txt', 4);
    for (const other of [second, elsewhere]) {
      expect((await spec.send(other, 'HEAD', url)).status).toBe(404);
      expect((await spec.patch(other, url, 0, 'evil')).status).toBe(404);
      expect((await spec.send(other, 'DELETE', url)).status).toBe(404);
    }
    for (const user of [ann, bob]) {
      expect((await spec.tus.send(user, 'HEAD', url)).status).toBe(404);
      expect((await spec.tus.patch(user, url, 0, 'evil')).status).toBe(404);
      expect((await spec.tus.send(user, 'DELETE', url)).status).toBe(404);
    }
    const own = await spec.tus.begin(ann, { fileName: 'own.txt' });
    expect((await spec.send(ticket, 'HEAD', own)).status).toBe(404);
    expect((await spec.patch(ticket, own, 0, 'evil')).status).toBe(404);
    expect((await spec.send(ticket, 'DELETE', own)).status).toBe(404);
    expect((await spec.patch(ticket, url, 0, 'good')).status).toBe(204);
    // Nor its own again, once it is there.
    expect((await spec.patch(ticket, url, 0, 'evil')).status).toBeGreaterThanOrEqual(400);
    expect((await spec.send(ticket, 'GET', url)).status).toBeGreaterThanOrEqual(400);
    expect((await spec.inFolder(ann, '/secret place/inbox'))['mine.txt']).toBe('good');
  });

  it('is over with its time, and its box', async () => {
    const ticket = await spec.ticket(id);
    const over = { status: 401 };
    expect(await spec.create('x'.repeat(43), 'a', 4)).toMatchObject(over);
    expect(await spec.create('', 'a', 4)).toMatchObject(over);
    await platform.query("UPDATE share_visitor SET expires_at = now() - interval '1 s'");
    expect(await spec.create(ticket, 'a', 4)).toMatchObject(over);
    await platform.query("UPDATE share_visitor SET expires_at = now() + interval '1 h'");
    expect(await spec.create(ticket, 'a', 4)).toMatchObject({ status: 201 });
    await platform.call(ann, shares.remove, { id });
    expect(await spec.create(ticket, 'a', 4)).toMatchObject(over);
    expect(await platform.query('SELECT FROM share_visitor')).toEqual([]);
  });
});

it('what a visitor adds has no way in for another page: no cross-origin answer, no cookie', async () => {
  const ticket = await spec.ticket(id);
  const response = await spec.tus.send(null, 'OPTIONS', uploadsPath, {
    [visitorTicketHeader]: ticket,
    Origin: 'https://evil.example',
    'Access-Control-Request-Method': 'POST',
  });
  expect(response.headers.get('access-control-allow-origin')).not.toBe('https://evil.example');
  expect(response.headers.get('access-control-allow-origin')).not.toBe('*');
  expect(response.headers.get('set-cookie')).toBeNull();
  const looked = await call(
    platform.baseUrl,
    shares.lookAtDropBox,
    { id, code: dropBoxCode },
    { headers: { Origin: 'https://evil.example' } },
  );
  expect(looked.success).toBe(true);
});
