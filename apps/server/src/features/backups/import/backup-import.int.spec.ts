import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  endpoints,
  failureSchema,
  type BackupImported,
  type Envelope,
} from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { pack, type Header } from 'tar-stream';
import { listEntries, readManifest } from '../export/archive-entries.js';
import { BackupRequests } from '../backup-requests.service.js';

type Part = Partial<Omit<Header, 'pax'>> & { name: string } & {
  data?: Buffer;
  pax?: Record<string, string>;
};
type Change = (parts: Part[]) => Part[] | Buffer;

let platform: SpecPlatform;
let admin: SpecUser;
let ann: SpecUser;
let original: Part[];
let id: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  admin = await platform.addUser('manager', ['/systemeManagement']);
  ann = await platform.addUser('ann');
  await mkdir(join(ann.home, 'empty'), { recursive: true });
  await writeFile(join(ann.home, 'a.txt'), 'first');
  const requests = platform.get(BackupRequests);
  ({ id } = await requests.request('manual', true, null));
  await waitFor('the task', async () => (await requests.find(id))?.state === 'done');
  const dir = join(platform.config.backupDir, id);
  original = [];
  for await (const { name } of listEntries(dir, await readManifest(dir))) {
    original.push({ name, data: await readFile(join(dir, name)) });
  }
});
afterAll(() => platform.stop());
beforeEach(() => platform.query(`DELETE FROM backup WHERE kind = 'imported'`));

const errorOf = (answer: Envelope<unknown>): string => failureSchema.parse(answer.result).error;

async function tarOf(parts: readonly Part[]): Promise<Buffer> {
  const tar = pack();
  for (const { data, ...header } of parts) {
    if (data) {
      tar.entry({ ...header, size: data.length }, data);
    } else {
      tar.entry(header);
    }
  }
  tar.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of tar) {
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

async function send(
  user: SpecUser,
  tar: Buffer | null,
  query = '?restore=false',
): Promise<Envelope<BackupImported>> {
  const form = new FormData();
  if (tar) {
    form.set('file', new Blob([new Uint8Array(tar)]), 'backup.tar');
  }
  const response = await fetch(
    `${platform.baseUrl}/api${endpoints.backupImports.import.path}${query}`,
    {
      method: 'POST',
      headers: { Authorization: user.token },
      body: form,
    },
  );
  return (await response.json()) as Envelope<BackupImported>;
}

/** The same backup of another id, as from elsewhere; `change` of the manifest. */
function asOther(
  parts: Part[],
  change: (manifest: Record<string, unknown>) => void = () => undefined,
): Part[] {
  const [manifest, ...others] = parts;
  const content = JSON.parse(String(manifest?.data)) as Record<string, unknown>;
  content['id'] = randomUUID();
  change(content);
  return [{ name: 'manifest.json', data: Buffer.from(JSON.stringify(content)) }, ...others];
}

/** With another list of files, which the manifest knows. */
function withList(parts: Part[], change: (lines: Record<string, unknown>[]) => unknown[]): Part[] {
  const list = parts.find(({ name }) => name === 'files.jsonl.gz');
  const lines = String(gunzipSync(list?.data ?? Buffer.alloc(0)))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const data = gzipSync(
    change(lines)
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  const sealed = { bytes: data.length, sha256: createHash('sha256').update(data).digest('hex') };
  return asOther(
    parts.map((part) => (part === list ? { ...part, data } : part)),
    (manifest) => {
      const known = manifest['parts'] as Record<string, unknown>[];
      manifest['parts'] = known.map((part) =>
        part['path'] === 'files.jsonl.gz' ? { ...part, ...sealed } : part,
      );
    },
  );
}

const aTxt = 'files/home/ann/a.txt';
/** With more lines in its list after that of `a.txt`, each like it but for this. */
const withLines = (parts: Part[], ...more: object[]): Part[] =>
  withList(parts, (lines) => {
    const at = lines.findIndex(({ path }) => path === 'home/ann/a.txt');
    return lines.toSpliced(at + 1, 0, ...more.map((line) => ({ ...lines[at], ...line })));
  });
const noBytes = { bytes: 0, sha256: '' };
const linkB = { ...noBytes, path: 'home/ann/b', mode: 'link', targetBase64: 'L2V0Yw==' };
const replaced = (parts: Part[], name: string, change: Partial<Part>): Part[] =>
  parts.map((part) => (part.name === name ? { ...part, ...change } : part));

describe('importing a backup', () => {
  it('brings it here with all that is in it', async () => {
    const { code, result, message } = await send(admin, await tarOf(asOther(original)));
    expect([code, message]).toEqual([200, expect.stringContaining('imported and checked')]);
    expect(result).toMatchObject({
      backup: { kind: 'imported', state: 'done', withFiles: true, isHere: true },
      restoring: null,
    });
    const dir = join(platform.config.backupDir, result.backup.id);
    expect(await readFile(join(dir, aTxt), 'utf8')).toBe('first');
    expect(await readdir(join(dir, 'files/home/ann/empty'))).toEqual([]);
  });

  it('brings links here as lines of the list, and one of the format before has none', async () => {
    const linked = await send(admin, await tarOf(withLines(original, linkB)));
    expect(linked.code).toBe(200);
    const dir = join(platform.config.backupDir, linked.result.backup.id);
    expect((await readdir(join(dir, 'files/home/ann'))).sort()).toEqual(['a.txt', 'empty']);
    const before = await send(
      admin,
      await tarOf(
        asOther(original, (manifest) => {
          manifest['format'] = 1;
          delete (manifest['files'] as Record<string, unknown>)['leftOut'];
        }),
      ),
    );
    expect([before.code, before.result.backup.leftOut]).toEqual([200, null]);
  });

  it('knows one that lies here already', async () => {
    const { code, result } = await send(admin, await tarOf(original));
    expect([code, result.backup.id, result.backup.kind]).toEqual([200, id, 'manual']);
  });

  it('is for those who manage the platform', async () => {
    expect((await send(ann, await tarOf(original))).code).toBe(403);
  });

  it.each<[string, string, Change]>([
    ['is no tar', 'BACKUP_FOREIGN', () => Buffer.from('no tar at all'.repeat(100))],
    [
      'is the tar of something else',
      'BACKUP_FOREIGN',
      () => [{ name: 'a.txt', data: Buffer.from('x') }],
    ],
    [
      'has another product',
      'BACKUP_FOREIGN',
      (parts) => asOther(parts, (m) => void (m['product'] = 'x')),
    ],
    [
      'has a newer format',
      'BACKUP_NEWER',
      (parts) => asOther(parts, (m) => void (m['format'] = 3)),
    ],
    [
      'has newer tables',
      'BACKUP_NEWER',
      (parts) => asOther(parts, (m) => void (m['lastMigration'] = 'X9')),
    ],
    [
      'has the id of another one',
      'BACKUP_DAMAGED',
      (parts) => asOther(parts, (m) => void (m['id'] = id)),
    ],
    [
      'begins with something else',
      'BACKUP_FOREIGN',
      ([first, ...parts]) => [...parts, ...(first ? [first] : [])],
    ],
    ['ends early', 'BACKUP_DAMAGED', (parts) => asOther(parts).slice(0, -1)],
    [
      'has one entry more',
      'BACKUP_DAMAGED',
      (parts) => [...asOther(parts), { name: 'files/x', data: Buffer.from('x') }],
    ],
    [
      'has an entry twice',
      'BACKUP_DAMAGED',
      (parts) => asOther(parts).flatMap((part) => (part.name === aTxt ? [part, part] : [part])),
    ],
    [
      'has an altered part',
      'BACKUP_DAMAGED',
      (parts) =>
        replaced(asOther(parts), 'recovery.json', {
          data: Buffer.alloc(parts.find(({ name }) => name === 'recovery.json')?.data?.length ?? 0),
        }),
    ],
    [
      'has an altered file',
      'BACKUP_DAMAGED',
      (parts) => replaced(asOther(parts), aTxt, { data: Buffer.from('other') }),
    ],
    [
      'has a longer file',
      'BACKUP_DAMAGED',
      (parts) => replaced(asOther(parts), aTxt, { data: Buffer.alloc(4_000_000) }),
    ],
    [
      'has a link',
      'BACKUP_DAMAGED',
      (parts) =>
        replaced(asOther(parts), aTxt, {
          type: 'symlink',
          linkname: '/etc/passwd',
          data: undefined,
          size: 0,
        } as unknown as Part),
    ],
    [
      'has a hard link',
      'BACKUP_DAMAGED',
      (parts) =>
        replaced(asOther(parts), aTxt, {
          type: 'link',
          linkname: 'recovery.json',
          data: undefined,
          size: 0,
        } as unknown as Part),
    ],
    [
      'has a device',
      'BACKUP_DAMAGED',
      (parts) =>
        replaced(asOther(parts), aTxt, {
          type: 'character-device',
          data: undefined,
          size: 0,
        } as unknown as Part),
    ],
    [
      'has an entry that leads out',
      'BACKUP_DAMAGED',
      (parts) => replaced(asOther(parts), aTxt, { name: '../../out' }),
    ],
    [
      'has an absolute entry',
      'BACKUP_DAMAGED',
      (parts) => replaced(asOther(parts), aTxt, { name: '/tmp/out' }),
    ],
    [
      'has extended headers of others',
      'BACKUP_DAMAGED',
      (parts) => replaced(asOther(parts), aTxt, { pax: { 'GNU.sparse.realsize': '9' } }),
    ],
    [
      'has a list that leads out',
      'BACKUP_DAMAGED',
      (parts) => withList(parts, (lines) => [...lines, { ...lines[0], path: 'home/../../x' }]),
    ],
    [
      'has a list of too many files',
      'BACKUP_DAMAGED',
      (parts) => withLines(parts, { path: 'home/ann/b' }),
    ],
    [
      'has a folder below a link',
      'BACKUP_DAMAGED',
      (parts) => withLines(parts, linkB, { ...noBytes, path: 'home/ann/b/c', mode: 'dir' }),
    ],
    [
      'has a link below a link',
      'BACKUP_DAMAGED',
      (parts) => withLines(parts, linkB, { ...linkB, path: 'home/ann/b/c' }),
    ],
    ['has a link twice', 'BACKUP_DAMAGED', (parts) => withLines(parts, linkB, linkB)],
    [
      'has a link whose target has a zero',
      'BACKUP_DAMAGED',
      (parts) => withLines(parts, { ...linkB, targetBase64: 'YQBi' }),
    ],
    [
      'has a link without a target',
      'BACKUP_DAMAGED',
      (parts) => withLines(parts, { ...linkB, targetBase64: undefined }),
    ],
    [
      'has a link as an entry, too',
      'BACKUP_DAMAGED',
      (parts) =>
        withLines(parts, linkB).flatMap((part) =>
          part.name === aTxt
            ? [part, { name: 'files/home/ann/b', type: 'symlink', linkname: '/etc' }]
            : [part],
        ),
    ],
    [
      'has a list without lines',
      'BACKUP_DAMAGED',
      (parts) => withList(parts, () => ['x'.repeat(2_000_000)]),
    ],
  ])('refuses one that %s, and leaves nothing', async (_, errorCode, change) => {
    const before = await readdir(platform.config.backupDir);
    const changed = change(original);
    const tar = Buffer.isBuffer(changed) ? changed : await tarOf(changed);
    const answer = await send(admin, tar);
    expect(errorOf(answer)).toBe(errorCode);
    expect(await readdir(platform.config.backupDir)).toEqual(before);
    expect(await platform.query(`SELECT id FROM backup WHERE kind = 'imported'`)).toEqual([]);
  });

  it('refuses half of one, and a form without a file', async () => {
    const tar = await tarOf(asOther(original));
    expect(errorOf(await send(admin, tar.subarray(0, tar.length / 2)))).toBe('BACKUP_DAMAGED');
    expect(errorOf(await send(admin, null))).toBe('BACKUP_IMPORT_FORM');
  });

  it('leaves nothing of one that is broken off half way, and takes the next', async () => {
    const before = await readdir(platform.config.backupDir);
    const tar = await tarOf(replaced(asOther(original), aTxt, { data: Buffer.alloc(4_000_000) }));
    const { port } = new URL(platform.baseUrl);
    const request = httpRequest({
      port,
      path: `/api${endpoints.backupImports.import.path}?restore=false`,
      method: 'POST',
      headers: {
        Authorization: admin.token,
        'Content-Type': 'multipart/form-data; boundary=b',
      },
    });
    request.on('error', () => undefined);
    request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.tar"\r\n\r\n');
    request.write(tar.subarray(0, tar.length / 2));
    const here = (): Promise<string[]> => readdir(platform.config.backupDir);
    await waitFor('some of it', async () => (await here()).length > before.length);
    request.destroy();
    await waitFor('its end', async () => (await here()).length === before.length);
    expect(await here()).toEqual(before);
    expect(await platform.query(`SELECT id FROM backup WHERE kind = 'imported'`)).toEqual([]);
    expect((await send(admin, await tarOf(asOther(original)))).code).toBe(200);
  });

  it('goes on to restoring it, unless that is not wanted', async () => {
    const { result, message } = await send(admin, await tarOf(original), '');
    expect(message).toContain('is being restored');
    expect(result.restoring).toMatchObject({ backupId: id, state: 'waiting' });
    await waitFor('the task', async () => {
      const [row] = await platform.query('SELECT state FROM backup_restoring WHERE id = $1', [
        result.restoring?.id,
      ]);
      return row?.['state'] === 'done';
    });
  });
});
