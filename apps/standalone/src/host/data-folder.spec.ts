import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { prepareDataFolder } from './data-folder.js';
import { findServiceAccount } from './service-account.js';

const isRoot = process.getuid?.() === 0;
const account = findServiceAccount(() => undefined);
const uid = account?.uid ?? 0;
const gid = account?.gid ?? 0;

let dir: string;
let root: string;
/** What the account would like root to use in the place of its own. */
let foreign: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-folder-'));
  chmodSync(dir, 0o755);
  root = join(dir, 'data');
  foreign = join(dir, 'foreign');
  mkdirSync(foreign);
});
afterEach(() => rmSync(dir, { recursive: true }));

const prepare = (filesDir: string | null = null) => prepareDataFolder(root, filesDir, account);
const own = (path: string): void => lchownSync(path, uid, gid);

(isRoot ? describe : describe.skip)('the data folder of a root launcher', () => {
  test('is root’s, and the account’s in it what it has to write', () => {
    const folder = prepare();
    expect(statSync(root)).toMatchObject({ uid: 0, gid, mode: 0o041770 });
    expect([folder.postgres, folder.files].map((path) => statSync(path).uid)).toEqual([uid, uid]);
    expect([folder.logs, folder.agent, folder.launcher].map((path) => statSync(path).uid)).toEqual([
      0, 0, 0,
    ]);
    expect(prepare()).toEqual(folder);
  });

  test('is taken back when the account owns it, so that it can replace nothing of root’s there', () => {
    prepare();
    chownSync(root, uid, gid);
    chmodSync(root, 0o700);
    prepare();
    expect(statSync(root)).toMatchObject({ uid: 0, mode: 0o041770 });
    chmodSync(root, 0o777);
    prepare();
    expect(statSync(root).mode & 0o7777).toBe(0o1777);
  });

  test.each(['logs', 'agent', 'launcher'])('is refused when the account made %s', (name) => {
    prepare();
    const path = join(root, name);
    own(path);
    expect(prepare).toThrow(/chown -R root /);
    renameSync(path, `${path}.before`);
    symlinkSync(foreign, path);
    own(path);
    expect(prepare).toThrow(/chown -R root /);
  });

  test('is refused with a link in a folder of root’s', () => {
    const { logs } = prepare();
    symlinkSync(join(foreign, 'cron'), join(logs, 'server.log'));
    expect(prepare).toThrow(/server\.log is a link/);
  });

  test('names the files without links, and follows none of the account’s', () => {
    const { files } = prepare();
    rmSync(files, { recursive: true });
    symlinkSync(foreign, files);
    expect(prepare().files).toBe(foreign);
    own(files);
    expect(prepare).toThrow(/files is a link/);
    expect(prepare(join(files, 'not/yet/there')).files).toBe(join(foreign, 'not/yet/there'));
  });
});
