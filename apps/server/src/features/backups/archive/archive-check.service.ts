import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PlatformSchema } from '../../../platform/database/data-source.js';
import { ArchiveDamagedError, ArchiveForeignError, ArchiveNewerError } from '../backup.errors.js';
import type { Advance } from '../files/files-backup.service.js';
import { checkListed } from './listed-files.js';
import { archiveFormat, archiveNames, manifestSchema, type Manifest } from './manifest.js';
import { recoveryFile } from './recovery-kit.service.js';
import { checkSealed } from './sealed-file.js';

const maxManifestBytes = 16 * 1024 * 1024;

/** What tells an archive of ours, of whatever version. */
const anyManifest = z.object({
  product: z.literal('clusterdesk'),
  format: z.number(),
  version: z.string().max(64),
});

/** Judges an archive before anything of it is used. */
@Injectable()
export class ArchiveCheck {
  constructor(private readonly schema: PlatformSchema) {}

  /**
   * Reads the whole archive: manifest, checksums of all parts and files, nothing missing, nothing besides, no links.
   * @param dir its folder
   * @throws ArchiveDamagedError, ArchiveNewerError or ArchiveForeignError
   */
  async check(dir: string, advance: Advance, signal: AbortSignal): Promise<Manifest> {
    const manifest = await this.readManifest(dir);
    await assertNothingBesides(dir, manifest);
    for (const part of manifest.parts) {
      await checkSealed(join(dir, part.path), part, part.path, advance, signal);
    }
    if (manifest.files !== null) {
      await checkListed(dir, manifest.files.list, advance, signal);
    }
    return manifest;
  }

  /** The manifest alone. @throws ArchiveDamagedError, ArchiveNewerError or ArchiveForeignError */
  async readManifest(dir: string): Promise<Manifest> {
    const text = await readSmall(join(dir, archiveNames.manifest));
    const any = anyManifest.safeParse(text);
    if (!any.success) {
      throw new ArchiveForeignError();
    }
    if (any.data.format > archiveFormat) {
      throw new ArchiveNewerError(any.data.version);
    }
    const { data: manifest } = manifestSchema.safeParse(text);
    if (!manifest || !isWhole(manifest)) {
      throw new ArchiveDamagedError(archiveNames.manifest);
    }
    if (!this.schema.migrationNames.includes(manifest.lastMigration)) {
      throw new ArchiveNewerError(manifest.version);
    }
    return manifest;
  }
}

/** Each table, the list of files and the recovery kit are a part, once, and there is no other. */
function isWhole({ parts, tables, files }: Manifest): boolean {
  const needed = [...tables.map(({ path }) => path), recoveryFile, ...(files ? [files.list] : [])];
  const given = parts.map(({ path }) => path);
  return (
    new Set(given).size === given.length &&
    new Set(needed).size === needed.length &&
    given.length === needed.length &&
    given.every((path) => needed.includes(path)) &&
    tables.every(({ name, path }) => path === `database/${name}.copy.gz`)
  );
}

/** @throws ArchiveDamagedError for a name that no manifest of ours leads to */
async function assertNothingBesides(dir: string, { parts, files }: Manifest): Promise<void> {
  const top = new Set<string>([archiveNames.manifest, ...(files ? [archiveNames.files] : [])]);
  const below = new Set<string>();
  for (const { path } of parts) {
    const [first = '', second] = path.split('/');
    top.add(first);
    if (second !== undefined) {
      below.add(second);
    }
  }
  await assertNamed(dir, top);
  await assertNamed(join(dir, 'database'), below);
}

async function assertNamed(dir: string, names: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => {
    throw new ArchiveDamagedError('database');
  });
  const strange = entries.find(
    (entry) => !names.has(entry.name) || !(entry.isFile() || entry.isDirectory()),
  );
  if (strange) {
    throw new ArchiveDamagedError(strange.name);
  }
}

/** The JSON of a file; null: there is none. @throws ArchiveForeignError when there is no such file */
async function readSmall(path: string): Promise<unknown> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => {
    throw new ArchiveForeignError();
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxManifestBytes) {
      throw new ArchiveForeignError();
    }
    return JSON.parse(await file.readFile('utf8')) as unknown;
  } catch (error) {
    throw error instanceof SyntaxError ? new ArchiveForeignError() : error;
  } finally {
    await file.close();
  }
}
