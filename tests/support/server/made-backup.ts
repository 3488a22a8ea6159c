import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BackupKind } from '@clusterdesk/contracts';
import type { SpecPlatform } from './spec-platform.js';

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

const facts = { mtimeMs: 0, ctimeMs: 0, permissions: 0o600, identity: '1:2:3' };

/** Users' files by their paths; a path that ends with `/` is a folder, and text the target of a link. */
type MadeFiles = Readonly<Record<string, Buffer | string>>;

/** Writes the folder of an archive by hand: two parts, and the users' files when there are any. */
export async function writeArchive(dir: string, id: string, made: MadeFiles | null): Promise<void> {
  const files = made && filesOf(made);
  const parts: Record<string, Buffer> = {
    'database/user_account.copy.gz': gzipSync('1\tadmin\n'),
    'recovery.json': Buffer.from('{}'),
  };
  if (files !== null) {
    const lines = Object.entries(made ?? {}).map(([path, data]) =>
      JSON.stringify(lineOf(path, data)),
    );
    parts['files.jsonl.gz'] = gzipSync(lines.map((line) => `${line}\n`).join(''));
  }
  const manifest = {
    product: 'clusterdesk',
    format: 2,
    id,
    version: '0.1.0',
    lastMigration: 'TakeBackups2026112900100',
    takenAt: '2026-11-28T02:30:00.000Z',
    parts: Object.entries(parts).map(([path, data]) => ({
      path,
      bytes: data.length,
      sha256: sha256(data),
    })),
    tables: [
      { name: 'user_account', columns: ['id'], rows: 1, path: 'database/user_account.copy.gz' },
    ],
    files:
      files === null
        ? null
        : {
            count: Object.keys(files).filter((path) => !path.endsWith('/')).length,
            bytes: Object.values(files).reduce((sum, { length }) => sum + length, 0),
            list: 'files.jsonl.gz',
          },
  };
  const written: Record<string, Buffer> = {
    'manifest.json': Buffer.from(JSON.stringify(manifest)),
    ...parts,
    ...Object.fromEntries(
      Object.entries(files ?? {}).map(([path, data]) => [`files/${path}`, data]),
    ),
  };
  for (const [path, data] of Object.entries(written)) {
    const isFolder = path.endsWith('/');
    await mkdir(isFolder ? join(dir, path) : dirname(join(dir, path)), { recursive: true });
    if (!isFolder) {
      await writeFile(join(dir, path), data);
    }
  }
}

const filesOf = (made: MadeFiles): Record<string, Buffer> =>
  Object.fromEntries(
    Object.entries(made).flatMap(([path, data]) =>
      typeof data === 'string' ? [] : [[path, data] as const],
    ),
  );

function lineOf(path: string, data: Buffer | string): object {
  const nothing = { bytes: 0, ...facts, sha256: '' };
  if (typeof data === 'string') {
    const targetBase64 = Buffer.from(data).toString('base64');
    return { path, ...nothing, mode: 'link', targetBase64 };
  }
  return path.endsWith('/')
    ? { path: path.slice(0, -1), ...nothing, mode: 'dir' }
    : { path, bytes: data.length, ...facts, mode: 'file', sha256: sha256(data) };
}

/** A finished backup with its row and its folder. */
export async function makeBackup(
  platform: SpecPlatform,
  {
    kind = 'manual',
    files = null,
    ageDays = 0,
  }: {
    kind?: BackupKind;
    files?: MadeFiles | null;
    ageDays?: number;
  } = {},
): Promise<{ id: string; dir: string }> {
  const id = randomUUID();
  const dir = join(platform.config.backupDir, id);
  await writeArchive(dir, id, files);
  await platform.query(
    `INSERT INTO backup (id, kind, with_files, state, is_here, size_bytes, version, created_at, ended_at)
     VALUES ($1, $2, $3, 'done', true, 1000, '0.1.0', now() - $4 * interval '1 day', now() - $4 * interval '1 day')`,
    [id, kind, files !== null, ageDays],
  );
  return { id, dir };
}
