import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  endpoints,
  type Endpoint,
  type EndpointAnswer,
  type EndpointInput,
} from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';

const { copies, disk, downloads, trash } = endpoints;

/** Names that a job may give a file: what shells, terminals, archives and pages make something of. */
const oddNames = [
  ...[
    ' ',
    '  leading',
    'trailing  ',
    '-rf',
    '--help',
    '~',
    '...',
    '.hidden',
    '#',
    '%41',
    '%00',
    '&amp;',
  ],
  ...['a"b', "a'b", 'a`id`', '$(id)', 'a;b', 'a|b', 'a*b?', '[a]', '{b}', 'a:b', 'CON', 'a\\b'],
  ...[
    '<img src=x onerror=alert(1)>',
    'a\nb',
    'a\tb',
    '\u202Egpj.exe',
    'e\u0301',
    '\u00E9',
    '\u{1F600}',
    '长'.repeat(85),
  ],
];
/** The first and the last second that ext4 keeps in inodes of 256 bytes, and one before the zip's own calendar. */
const oddTimes = [new Date('1901-12-13T20:45:52Z'), new Date('2446-05-10T22:38:55Z'), new Date(0)];

let platform: SpecPlatform;
let mallory: SpecUser;
let outside: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  mallory = await platform.addUser('mallory');
  outside = await mkdtemp(join(tmpdir(), 'clusterdesk-outside-'));
  await writeFile(join(outside, 'secret.txt'), 'what nobody may read');
  await plant(join(mallory.home, 'odd'));
});
afterAll(async () => {
  await platform.stop();
  await rm(outside, { recursive: true });
});

/** All that a job can leave behind, in one folder. */
async function plant(folder: string): Promise<void> {
  await mkdir(join(folder, 'names'), { recursive: true });
  for (const name of oddNames) {
    await writeFile(join(folder, 'names', name), `in ${name}`);
  }
  // A name that is no text in UTF-8.
  execFileSync('sh', ['-c', `printf x >"$1/$(printf 'latin\\351')"`, 'sh', join(folder, 'names')]);
  await mkdir(join(folder, 'times'));
  for (const [index, time] of oddTimes.entries()) {
    await writeFile(join(folder, `times/${index}.txt`), 'old');
    await utimes(join(folder, `times/${index}.txt`), time, time);
  }
  await mkdir(join(folder, 'kinds/below'), { recursive: true });
  const kind = (name: string): string => join(folder, 'kinds', name);
  await symlink('.', kind('loop'));
  await symlink('..', kind('below/loop'));
  await symlink('self', kind('self'));
  await symlink(outside, kind('away'));
  await symlink(join(outside, 'secret.txt'), kind('secret.txt'));
  execFileSync('mkfifo', [kind('pipe')]);
  await writeFile(kind('setuid'), '#!/bin/sh\n');
  await chmod(kind('setuid'), 0o6755);
  if (process.getuid?.() === 0) {
    // What an overlay writes for a file that is gone.
    execFileSync('mknod', [kind('whiteout'), 'c', '0', '0']);
  }
  await mkdir(join(folder, '../huge'));
  execFileSync('truncate', ['-s', '1T', join(folder, '../huge/sparse')]);
}

async function done<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointAnswer<E> | null> {
  const { success, message, result } = await platform.call(mallory, endpoint, input);
  expect(success || `${endpoint.path}: ${message}`).toBe(true);
  return result;
}

async function ok<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointAnswer<E>> {
  const result = await done(endpoint, input);
  if (result === null) {
    throw new Error(`${endpoint.path} gave nothing.`);
  }
  return result;
}

/** What is below a folder of the disk, by find, which follows nothing: kind, rights, size and name of each entry. */
function walk(folder: string): string[] {
  const form = ['-mindepth', '1', '-printf', String.raw`%y %#m %s %P\0`];
  const found = execFileSync('find', [join(mallory.home, folder), ...form], { encoding: 'latin1' });
  return found.split('\0').sort();
}

test('a tree of odd names, times and kinds is listed, found and measured, and leads nowhere', async () => {
  const listed = await ok(disk.list, { path: '/odd/names' });
  const names = listed.map(({ path }) => path.slice('/odd/names/'.length));
  expect(names).toEqual(expect.arrayContaining(oddNames));
  for (const path of ['/odd', '/odd/times', '/odd/kinds', '/huge']) {
    expect((await ok(disk.list, { path })).length).toBeGreaterThan(0);
  }
  const found = await ok(disk.search, { key: 's', path: '/' });
  const paths = found.entries.map(({ path }) => path);
  expect(found.cutBy).toBeNull();
  expect(paths.filter((path) => /away\/|loop\/|self\//.test(path))).toEqual([]);
  await ok(disk.find, { key: 'a', path: '/' });
  expect((await ok(disk.measure, { path: '/huge' })).bytes).toBe(2 ** 40);
  expect(await ok(disk.measure, { path: '/odd' })).toMatchObject({ isWhole: true });
  await ok(disk.usage, {});
  for (const path of ['/odd/kinds/secret.txt', '/odd/kinds/away/secret.txt', '/odd/kinds/pipe']) {
    for (const endpoint of [disk.checksum, downloads.getPreviewPath]) {
      const answer = await platform.call(mallory, endpoint, { path });
      expect(answer).toMatchObject({ success: false });
      expect([400, 403, 404, 409]).toContain(answer.code);
    }
  }
});

test('it is packed into a sound zip, without links, devices and borrowed rights', async () => {
  const token = await ok(downloads.getDownloadPath, {
    paths: ['/odd/names', '/odd/times', '/odd/kinds'],
  });
  const zip = join(outside, 'package.zip');
  const answer = await platform.download(String(token));
  await writeFile(zip, Buffer.from(await answer.arrayBuffer()));
  execFileSync('unzip', ['-tqq', zip]);
  const listing = execFileSync('unzip', ['-Z', zip], { encoding: 'utf8' });
  expect(listing).toContain('setuid');
  expect(listing).not.toMatch(/^[lpcb]|^-\S*[sStT]|secret\.txt|\bpipe\b|whiteout/m);
  const out = join(outside, 'out');
  // Two names differ in what it leaves out of names, such as a tab.
  execFileSync('unzip', ['-qo', zip, '-d', out], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  expect(await readdir(join(out, 'times'))).toHaveLength(oddTimes.length);
});

test('it is copied without them, put into the trash, restored as it was, and purged', async () => {
  const before = walk('odd');
  await mkdir(join(mallory.home, 'copied'));
  await ok(copies.copy, { paths: ['/odd'], dir: '/copied' });
  const copied = walk('copied/odd');
  expect(copied.filter((entry) => entry !== '' && !/^[df] 0[0-7]{3} /.test(entry))).toEqual([]);
  expect(await readdir(join(mallory.home, 'copied/odd/names'))).toEqual(
    expect.arrayContaining(oddNames),
  );

  await done(disk.remove, { paths: ['/odd', '/copied', '/huge'] });
  const { data } = await ok(trash.list, {});
  await ok(trash.restore, { ids: data.filter(({ path }) => path === '/odd').map(({ id }) => id) });
  expect(walk('odd')).toEqual(before);

  await done(disk.remove, { paths: ['/odd'] });
  const { data: all } = await ok(trash.list, {});
  expect(all).toHaveLength(3);
  await done(trash.purge, { ids: all.map(({ id }) => id) });
  expect((await ok(trash.list, {})).total).toBe(0);
  expect(await readdir(mallory.home)).toEqual([]);
  // What the links pointed at is there still.
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('what nobody may read');
});
