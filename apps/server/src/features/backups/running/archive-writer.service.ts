import { open, mkdir, rename, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { BackupPhase } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { version } from '../../../platform/version.js';
import {
  archiveDir,
  archiveFormat,
  archiveNames,
  partialDir,
  type ArchivePart,
  type Manifest,
} from '../archive/manifest.js';
import { recoveryFile, RecoveryKit } from '../archive/recovery-kit.service.js';
import { DatabaseDump, flushFolder } from '../database/database-dump.service.js';
import { FilesBackup, type Advance } from '../files/files-backup.service.js';
import { BackupRuns, type TakenBackup } from './backup-runs.repository.js';

/** How the run of a backup follows its archive. */
export interface WritingSteps {
  /** What there is to be read, roughly. */
  measured: (totalBytes: number) => Promise<void>;
  phase: (phase: BackupPhase) => Promise<void>;
  advance: Advance;
}

export interface WrittenArchive {
  sizeBytes: number;
  /** How many entries of the files it does not hold; null without files. */
  leftOut: number | null;
}

/** Writes archives: all of it in a folder beside its place, the manifest last, and then at once in its place. */
@Injectable()
export class ArchiveWriter {
  constructor(
    private readonly database: DatabaseDump,
    private readonly files: FilesBackup,
    private readonly recovery: RecoveryKit,
    private readonly runs: BackupRuns,
    private readonly config: Config,
  ) {}

  /** Begins anew, whatever an earlier run left. Nothing is in its place before `place`. */
  async write(
    { id, withFiles }: TakenBackup,
    { measured, phase, advance }: WritingSteps,
    signal: AbortSignal,
  ): Promise<WrittenArchive> {
    const { backupDir } = this.config;
    const dir = partialDir(backupDir, id);
    await this.remove(id);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const filesBytes = withFiles ? (await this.files.measure()).bytes : 0;
    await measured((await this.database.measure()) + filesBytes);
    await phase('database');
    const { parts, ...dumped } = await this.database.write(dir, advance, signal);
    let files: Manifest['files'] = null;
    if (withFiles) {
      await phase('files');
      const previous = await this.runs.findNewest(true);
      const from = previous && archiveDir(backupDir, previous.id);
      const written = await this.files.write(dir, from, advance, signal);
      parts.push(written.part);
      ({ files } = written);
    }
    await phase('saving');
    parts.push(await writeText(dir, recoveryFile, await this.recovery.describe(dumped.takenAt)));
    const manifest: Manifest = {
      product: 'clusterdesk',
      format: archiveFormat,
      id,
      version,
      parts,
      files,
      ...dumped,
    };
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    const { bytes } = await writeText(dir, archiveNames.manifest, text);
    await flushFolder(dir);
    signal.throwIfAborted();
    const sizeBytes = parts.reduce((sum, part) => sum + part.bytes, bytes) + (files?.bytes ?? 0);
    return { sizeBytes, leftOut: files?.leftOut ?? null };
  }

  /** Its name survives a power cut when this returns. */
  async place(id: string): Promise<void> {
    const { backupDir } = this.config;
    await rename(partialDir(backupDir, id), archiveDir(backupDir, id));
    await flushFolder(backupDir);
  }

  /** Removes what there is of an archive, complete or not. */
  async remove(id: string): Promise<void> {
    const { backupDir } = this.config;
    for (const dir of [partialDir(backupDir, id), archiveDir(backupDir, id)]) {
      // Its run may still be writing into it.
      await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
  }
}

async function writeText(
  dir: string,
  name: typeof recoveryFile | typeof archiveNames.manifest,
  text: string,
): Promise<ArchivePart> {
  const file = await open(join(dir, name), 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { path: name, bytes: Buffer.byteLength(text), sha256 };
}
