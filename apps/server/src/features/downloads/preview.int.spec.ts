import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { getDownloadPath, getPreviewPath } = endpoints.downloads;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;
let manager: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  manager = await platform.addUser('manager', ['/systemeManagement']);
  for (const { home } of [ann, bob]) {
    await mkdir(join(home, 'folder'), { recursive: true });
    await writeFile(join(home, 'a.txt'), 'text');
  }
  await symlink(join(bob.home, 'a.txt'), join(ann.home, 'link'));
  execFileSync('mkfifo', [join(ann.home, 'pipe')]);
});

afterAll(() => platform.close());

const preview = (user: SpecUser | null, path = '/a.txt') =>
  platform.call(user, getPreviewPath, { path });

async function setSwitch(value: { allowDownload: boolean; userIds: string[] }): Promise<void> {
  expect((await platform.call(manager, endpoints.downloadPermission.save, value)).code).toBe(200);
}

const mayDownload = async (user: SpecUser): Promise<boolean> =>
  (await platform.call(user, endpoints.account.detail, {})).result.permission.enableDowloadUserData;

describe('a preview', () => {
  it('gives a token for the bytes of one file', async () => {
    const { success, result } = await preview(ann);
    expect(success).toBe(true);
    expect(Buffer.from(result, 'base64url')).toHaveLength(32);
    expect(await (await platform.download(result)).text()).toBe('text');
  });

  it.each([
    ['/folder', 409, 'FILE_IS_A_FOLDER'],
    ['/', 409, 'FILE_IS_A_FOLDER'],
    ['/link', 404, 'FILE_SPECIAL'],
    ['/pipe', 404, 'FILE_SPECIAL'],
    ['/none', 404, 'FILE_NOT_FOUND'],
    ['/../bob/a.txt', 400, 'FILE_INVALID_PATH'],
  ])('of %s is refused', async (path, code, error) => {
    expect(await preview(ann, path)).toMatchObject({ code, result: { error } });
  });

  it('needs a session and the page', async () => {
    expect((await preview(null)).code).toBe(401);
    expect((await preview(await platform.addUser('guest', []))).code).toBe(403);
  });
});

describe('whoever may not download', () => {
  const refusal = { code: 403, result: { error: 'SPACE_DOWNLOAD_OFF' } };

  it('may not see a preview either: the right of the user', async () => {
    const { result: token } = await preview(ann);
    await platform.query('UPDATE user_account SET can_download = false WHERE id = $1', [ann.id]);
    expect(await preview(ann)).toMatchObject(refusal);
    expect((await platform.download(token)).status).toBe(403);
    expect((await platform.download(token, { Range: 'bytes=0-0' })).status).toBe(403);
    await platform.query('UPDATE user_account SET can_download = true WHERE id = $1', [ann.id]);
    expect((await platform.download(token)).status).toBe(200);
  });

  it('may not see a preview either: the switch of the platform', async () => {
    const { result: token } = await preview(ann);
    // Off: only the chosen may. On: the chosen may not (spec part 2 §7, Global download permission).
    for (const off of [
      { allowDownload: false, userIds: [bob.id] },
      { allowDownload: true, userIds: [ann.id] },
    ]) {
      await setSwitch(off);
      expect(await preview(ann)).toMatchObject(refusal);
      expect(await platform.call(ann, getDownloadPath, { paths: ['/a.txt'] })).toMatchObject(
        refusal,
      );
      expect((await platform.download(token)).status).toBe(403);
      expect((await preview(bob)).success).toBe(true);
      // The button follows what sign-in and detail say.
      expect(await mayDownload(ann)).toBe(false);
      expect(await mayDownload(bob)).toBe(true);
    }
    await setSwitch({ allowDownload: true, userIds: [bob.id] });
    expect((await platform.download(token)).status).toBe(200);
    expect(await preview(bob)).toMatchObject(refusal);
  });
});
