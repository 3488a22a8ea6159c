import { createServer } from 'node:net';
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type BackupImported, type Envelope } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { ArchiveCheck } from './archive/archive-check.service.js';
import { archiveDir } from './archive/manifest.js';
import { BackupRequests } from './backup-requests.service.js';

const { backups, backupImports, backupStores, disk } = endpoints;

let platform: SpecPlatform;
let admin: SpecUser;
let ann: SpecUser;

/** As a conda environment and careless jobs have them: in the user's home, by name. */
const links: Record<string, string> = {
  'env/bin/python': 'python3.12',
  'env/lib64': 'lib',
  absolute: '/usr/bin/env',
  dangling: 'not/there',
  loop: 'loop',
  out: '../bob/secret',
  'out-folder': '../bob',
  long: `${'深'.repeat(1_364)}/x`,
  '数据\n链接': '数据\n目标',
};

const atHome = (...parts: string[]): string => join(ann.home, ...parts);

async function makeLinks(): Promise<void> {
  await mkdir(atHome('env/bin'), { recursive: true });
  await mkdir(atHome('env/lib'));
  await writeFile(atHome('env/bin/python3.12'), 'interpreter');
  await writeFile(atHome('env/lib/module.py'), 'module');
  for (const [name, target] of Object.entries(links)) {
    await symlink(target, atHome(name));
  }
}

async function readLinks(): Promise<Record<string, string>> {
  const targets = Object.keys(links).map(async (name) => [name, await readlink(atHome(name))]);
  return Object.fromEntries(await Promise.all(targets)) as Record<string, string>;
}

/** What the platform says of the home and of what its links lead to. */
async function lookAtHome(): Promise<unknown> {
  const paths = ['/', '/env', '/env/lib64', '/out-folder', '/out', '/loop'];
  const listed = paths.map((path) => platform.call(ann, disk.list, { path }));
  const read = [...paths, '/env/bin/python'].map((path) =>
    platform.call(ann, disk.checksum, { path }),
  );
  const answers = await Promise.all([...listed, ...read]);
  return answers.map(({ code, message, result }) => ({ code, message, result }));
}

/** Signed in again: all sessions end with a restoring. */
const signInAgain = (user: SpecUser): Promise<unknown> =>
  platform.query(
    `INSERT INTO user_session (user_id, token_hash, expires_at)
     VALUES ($1, sha256(convert_to($2, 'UTF8')), now() + interval '1 hour') ON CONFLICT DO NOTHING`,
    [user.id, user.token],
  );

async function takeBackup(): Promise<string> {
  const requests = platform.get(BackupRequests);
  const { id } = await requests.request('manual', true, null);
  await waitFor('the backup', async () => (await requests.find(id))?.state === 'done');
  return id;
}

async function restored(id: string | undefined): Promise<void> {
  await waitFor('the restoring', async () => {
    const [row] = await platform.query(
      'SELECT state, message FROM backup_restoring WHERE id = $1',
      [id],
    );
    if (row?.['state'] === 'failed') {
      throw new Error(JSON.stringify(row['message']));
    }
    const left = await readdir(join(platform.config.filesDir, '.staging'));
    return row?.['state'] === 'done' && !left.some((name) => name.startsWith('restore-'));
  });
  await signInAgain(admin);
  await signInAgain(ann);
}

async function exported(id: string): Promise<Blob> {
  const { result: ticket } = await platform.call(admin, backupStores.exportTicket, { id });
  const response = await fetch(`${platform.baseUrl}/api/backup/fetch?ticket=${ticket}`);
  return response.blob();
}

async function importAndRestore(tar: Blob): Promise<BackupImported> {
  const form = new FormData();
  form.set('file', tar, 'backup.tar');
  const response = await fetch(`${platform.baseUrl}/api${backupImports.import.path}`, {
    method: 'POST',
    headers: { Authorization: admin.token },
    body: form,
  });
  return ((await response.json()) as Envelope<BackupImported>).result;
}

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  admin = await platform.addUser('manager', ['/systemeManagement']);
  ann = await platform.addUser('ann');
  const bob = await platform.addUser('bob');
  await mkdir(bob.home, { recursive: true });
  await writeFile(join(bob.home, 'secret'), 'of bob');
  await makeLinks();
});
afterAll(() => platform.stop());

describe('the links of a home', () => {
  it('come back with a restored backup, and lead where they led, which is nowhere', async () => {
    const before = await lookAtHome();
    const id = await takeBackup();
    expect((await platform.call(admin, backups.list, {})).result.content[0]).toMatchObject({
      id,
      leftOut: 0,
    });
    await rm(ann.home, { recursive: true });
    await mkdir(ann.home);
    await writeFile(atHome('out'), 'no link any more');
    await restored((await platform.call(admin, backups.restore, { id })).result.id);
    expect(await readLinks()).toEqual(links);
    expect(await readFile(atHome('env/bin/python'), 'utf8')).toBe('interpreter');
    expect(await lookAtHome()).toEqual(before);
  });

  it('come back with an exported and imported one, which knows what it does not hold', async () => {
    const socket = createServer().listen(atHome('socket'));
    await waitFor('the socket', () =>
      lstat(atHome('socket')).then(
        () => true,
        () => false,
      ),
    );
    const id = await takeBackup();
    socket.close();
    const tar = await exported(id);
    // As on another platform: nothing of it is here.
    await rm(archiveDir(platform.config.backupDir, id), { recursive: true });
    await platform.query('DELETE FROM backup');
    await rm(ann.home, { recursive: true });
    await mkdir(ann.home);
    const { backup, restoring } = await importAndRestore(tar);
    expect(backup).toMatchObject({ id, kind: 'imported', leftOut: 1 });
    await restored(restoring?.id);
    expect(await readLinks()).toEqual(links);
    expect(await readdir(atHome('out-folder'))).toEqual(['secret']);
  });

  it('are taken again by the next backup, which shares the files of this one', async () => {
    const one = await takeBackup();
    const two = await takeBackup();
    const inodes = await Promise.all(
      [one, two].map(async (id) => {
        const dir = archiveDir(platform.config.backupDir, id);
        await platform.get(ArchiveCheck).check(dir, () => undefined, new AbortController().signal);
        return (await lstat(join(dir, 'files/home/ann/env/bin/python3.12'))).ino;
      }),
    );
    expect(inodes[0]).toBe(inodes[1]);
    const rows = await platform.query(
      'SELECT left_out FROM backup WHERE id = ANY ($1) ORDER BY created_at',
      [[one, two]],
    );
    expect(rows.map(({ left_out: leftOut }) => leftOut)).toEqual(['0', '0']);
  });
});
