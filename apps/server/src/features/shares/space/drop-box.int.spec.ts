import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { disk, projectFiles } = endpoints;

let platform: SpecPlatform;
let spec: SpecShareRows;
let owner: SpecUser;
let receiver: SpecUser;
let giver: SpecUser;
let stranger: SpecUser;
let box: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecShareRows(platform);
  owner = await platform.addUser('owner', ['/myDoc', '/myShare']);
  receiver = await platform.addUser('receiver', ['/myDoc', '/receiveShare']);
  giver = await platform.addUser('giver', ['/receiveShare']);
  stranger = await platform.addUser('stranger', ['/myDoc', '/myShare', '/receiveShare']);
});

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('DELETE FROM disk_account');
  await platform.query('DELETE FROM upload');
  await platform.query('DELETE FROM recent_file');
  await spec.clear(owner);
  box = join(owner.home, 'inbox');
  await mkdir(join(box, 'Sub'), { recursive: true });
  await writeFile(join(box, 'taken.txt'), 'there before');
});

const addBox = (): Promise<string> =>
  spec.add(owner, ['/inbox'], { receivers: [receiver, giver], isDropBox: true });

const give = (
  user: SpecUser,
  spaceId: string,
  fileName: string,
  more: Record<string, string> = {},
): Promise<{ placedPath: string | null }> =>
  platform.upload(user, Buffer.from(`by ${user.name}`), {
    space: 'share',
    spaceId,
    dir: '/',
    fileName,
    ...more,
  });

const inBox = async (): Promise<string[]> => (await readdir(box, { recursive: true })).sort();

describe('a drop box', () => {
  it('takes files and folders of its receivers, also of one without a disk', async () => {
    const id = await addBox();
    expect(await give(receiver, id, 'a.txt')).toMatchObject({ placedPath: '/a.txt' });
    expect(await give(giver, id, 'b.txt', { relativePath: 'new/deep' })).toMatchObject({
      placedPath: '/new/deep/b.txt',
    });
    expect(await inBox()).toEqual([
      'Sub',
      'a.txt',
      'new',
      'new/deep',
      'new/deep/b.txt',
      'taken.txt',
    ]);
    expect(await readFile(join(box, 'new/deep/b.txt'), 'utf8')).toBe('by giver');
  });

  it('says nothing of what is there: a name that is taken is as good as any, and stays', async () => {
    const id = await addBox();
    for (const operation of ['0', '1', '2']) {
      expect(await give(receiver, id, 'taken.txt', { operation })).toMatchObject({
        placedPath: '/taken.txt',
      });
    }
    const below = { relativePath: 'taken.txt' };
    expect(await give(receiver, id, 'x', below)).toMatchObject({ placedPath: '/taken.txt/x' });
    expect(await readFile(join(box, 'taken.txt'), 'utf8')).toBe('there before');
    expect(await inBox()).toEqual([
      'Sub',
      'taken (1).txt',
      'taken (2).txt',
      'taken (3).txt',
      'taken.txt',
      'taken.txt (1)',
      'taken.txt (1)/x',
    ]);
    for (const dir of ['/Sub', '/none', '/inbox']) {
      await expect(give(receiver, id, 'y', { dir })).rejects.toThrow(/404/);
    }
  });

  it('is not left by a path', async () => {
    const id = await addBox();
    for (const relativePath of ['..', '../..', 'a/../..', 'a//../../b']) {
      await expect(give(receiver, id, 'x', { relativePath })).rejects.toThrow();
    }
    for (const fileName of ['..', '../x', '/x', 'a/b', '']) {
      await expect(give(receiver, id, fileName)).rejects.toThrow();
    }
    await expect(give(receiver, id, 'x', { dir: '/..' })).rejects.toThrow();
    expect(await readdir(owner.home)).toEqual(['inbox']);
    expect(await inBox()).toEqual(['Sub', 'taken.txt']);
    // What looks absolute lies below the box all the same.
    await give(receiver, id, 'x', { relativePath: '/etc' });
    expect(await inBox()).toEqual(['Sub', 'etc', 'etc/x', 'taken.txt']);
  });

  it('takes nothing from others, and nothing when it is no drop box', async () => {
    const id = await addBox();
    await expect(give(stranger, id, 'x')).rejects.toThrow(/SHARE_NOT_FOUND|404/);
    await expect(give(owner, id, 'x', { dir: '/inbox' })).rejects.toThrow(/403/);
    const plain = await spec.add(owner, ['/inbox'], { receivers: [receiver] });
    await expect(give(receiver, plain, 'x', { dir: '/inbox' })).rejects.toThrow(/403/);
    await platform.query('UPDATE share_receiver SET has_left = true WHERE share_id = $1', [id]);
    await expect(give(receiver, id, 'x')).rejects.toThrow(/404/);
    expect(await inBox()).toEqual(['Sub', 'taken.txt']);
  });

  it('is no project: the calls that write there change nothing of it by its id', async () => {
    const builder = await platform.addUser('builder', ['/receiveShare', '/managementProject']);
    const projectId = await spec.add(owner, ['/inbox'], { receivers: [builder] });
    const path = '/inbox/taken.txt';
    const calls = [
      [projectFiles.mkdir, { projectId, path: '/inbox/new' }],
      [projectFiles.rename, { projectId, name: path, newName: 'renamed.txt' }],
      [projectFiles.remove, { projectId, paths: [path] }],
      [projectFiles.move, { projectId, paths: [path], dir: '/' }],
    ] as const;
    for (const [call, input] of calls) {
      const answer = await platform.call<Endpoint>(builder, call, input);
      expect(answer).toMatchObject({ code: 404, result: { error: 'PROJECT_NOT_FOUND' } });
    }
    await expect(
      platform.upload(builder, Buffer.from('x'), { projectId, dir: '/inbox', fileName: 'x' }),
    ).rejects.toThrow(/404/);
    expect(await inBox()).toEqual(['Sub', 'taken.txt']);
  });

  it('takes no byte for an upload of another, who cannot end it either: not by its owner', async () => {
    const tus = new SpecTus(platform);
    const space = { space: 'share', spaceId: await addBox(), dir: '/' };
    const url = await tus.begin(giver, { ...space, fileName: 'mine.txt' });
    for (const other of [owner, receiver, stranger, null]) {
      const answers = [
        await tus.send(other, 'HEAD', url),
        await tus.patch(other, url, 0, 'evil'),
        await tus.patch(other, url, 0, 'evil', { 'X-HTTP-Method-Override': 'DELETE' }),
        await tus.send(other, 'DELETE', url),
      ];
      for (const { status } of answers) {
        expect([401, 403, 404]).toContain(status);
      }
    }
    expect((await tus.patch(giver, url, 0, 'good')).status).toBe(204);
    expect(await readFile(join(box, 'mine.txt'), 'utf8')).toBe('good');
    // Nor what lies there: a finished upload is nobody's to change.
    expect((await tus.patch(giver, url, 0, 'evil')).status).toBeGreaterThanOrEqual(400);
    expect(await readFile(join(box, 'mine.txt'), 'utf8')).toBe('good');
  });

  it('is closed while its folder lies in the trash, and when the owner may not share', async () => {
    const id = await addBox();
    await platform.call(owner, disk.remove, { paths: ['/inbox'] });
    await mkdir(box);
    await expect(give(receiver, id, 'x')).rejects.toThrow(/404/);
    expect(await inBox()).toEqual([]);
    await platform.query(`UPDATE share_path
       SET entry_id = ensure_space_entry('disk', owner_id::text, NULL, string_to_array(substr(path, 2), '/'))`);
    await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [owner.id]);
    await expect(give(receiver, id, 'x')).rejects.toThrow(/404/);
    await platform.query('UPDATE user_account SET is_frozen = false WHERE id = $1', [owner.id]);
    await give(receiver, id, 'x');
    expect(await inBox()).toEqual(['x']);
  });

  it('is filled on the quota of its owner, of which nothing is told', async () => {
    const id = await addBox();
    await platform.query(
      `INSERT INTO disk_account (user_id, quota_bytes, used_bytes, measured_at)
       VALUES ($1, 20, 5, now())`,
      [owner.id],
    );
    await give(receiver, id, 'a.txt');
    const refusal: unknown = await give(receiver, id, 'b.txt').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(String(refusal)).toMatch(/413/);
    expect(String(refusal)).toMatch(/The recipient does not have enough quota/);
    expect(String(refusal)).not.toMatch(/free/);
    const rows = await platform.query('SELECT used_bytes::int AS used FROM disk_account');
    expect(rows).toEqual([{ used: 16 }]);
  });

  it('shows its owner live what comes, and notes whose it was', async () => {
    const id = await addBox();
    const window = await connectConsole(platform.baseUrl, owner.token);
    const other = await connectConsole(platform.baseUrl, receiver.token);
    const heard: string[] = [];
    const told: string[] = [];
    window.socket.onAny((event, payload) => heard.push(`${event} ${JSON.stringify(payload)}`));
    other.socket.onAny((event, payload) => told.push(`${event} ${JSON.stringify(payload)}`));
    try {
      await give(receiver, id, 'taken.txt', { relativePath: 'Sub' });
      await give(receiver, id, 'more.txt');
      await waitFor('the folder to change', () =>
        heard.includes(`filesChanged ${JSON.stringify({ space: 'disk', dir: '/inbox/Sub' })}`),
      );
      await waitFor('the share to change', () =>
        heard.includes(`sharesChanged ${JSON.stringify({ list: 'mine', shareId: id })}`),
      );
      await waitFor('the upload to be told', () =>
        told.some((event) => event.includes('complete')),
      );
      expect(told.join()).not.toContain('inbox');
      expect(told.join()).not.toMatch(/filesChanged|sharesChanged/);
    } finally {
      window.close();
      other.close();
    }
    expect(await spec.visits(id)).toEqual([
      {
        name: 'receiver',
        action: 'uploaded',
        paths: ['/Sub/taken.txt', '/more.txt'],
        entries: 2,
      },
    ]);
  });

  it('leaves nothing among the files that a receiver worked with', async () => {
    const id = await addBox();
    await give(receiver, id, 'a.txt');
    expect(await platform.query('SELECT path FROM recent_file')).toEqual([]);
    const { result } = await platform.call(receiver, disk.recentFiles, {});
    expect(result).toEqual([]);
  });
});
