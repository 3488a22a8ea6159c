import { constants } from 'node:fs';
import { chmod, mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { Config } from '../../../../config/config.js';
import { isErrno } from '../../../../platform/file-space/file-space.errors.js';
import type { SlurmAccount } from './slurm-accounts.service.js';

/** One attempt of a job. */
type Attempt = { id: string; attempt: number };

/** What follows the kept part of an output that was longer. */
const cutNote = Buffer.from(
  '\nClusterDesk: 输出过长，其余部分未保存 / the output is too long, the rest was not kept\n',
);

/**
 * The files through which server and nodes exchange a job: its script and its output, in `SLURM_SHARED_DIR`. The folder is root's, so
 * no job can put a link or another's file in their place; each file belongs to the account of the job, which alone reads it.
 */
@Injectable()
export class SlurmSpool {
  constructor(private readonly config: Config) {}

  /** Writes the script anew and makes the empty file for its output, so that the account need not write into the folder. */
  async prepare(job: Attempt, script: string, account: SlurmAccount): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await chmod(this.folder, 0o711);
    const { scriptFile, outputFile } = this.filesOf(job);
    // A copy that a node already runs keeps its contents: the file is replaced, not written over.
    await rm(scriptFile, { force: true });
    const { O_CREAT, O_EXCL, O_WRONLY, O_RDWR, O_NOFOLLOW } = constants;
    await give(await open(scriptFile, O_CREAT | O_EXCL | O_WRONLY, 0o500), account, script);
    await give(await open(outputFile, O_CREAT | O_RDWR | O_NOFOLLOW, 0o600), account);
  }

  filesOf({ id, attempt }: Attempt): { scriptFile: string; outputFile: string } {
    const name = join(this.folder, `${id}.${String(attempt)}`);
    return { scriptFile: `${name}.script`, outputFile: `${name}.output` };
  }

  /**
   * The next piece of the output; empty when nothing has come since. Of an output that is too long the first part comes, and a note
   * in the place of the rest.
   */
  async read(job: Attempt, offset: number): Promise<Buffer> {
    let file: FileHandle;
    try {
      file = await open(this.filesOf(job).outputFile, constants.O_RDONLY | constants.O_NOFOLLOW);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) {
        return Buffer.alloc(0);
      }
      throw error;
    }
    try {
      const left = limits.jobOutputMaxBytes - offset;
      if (left <= 0) {
        const { size } = await file.stat();
        return size > limits.jobOutputMaxBytes ? cutNote.subarray(-left) : Buffer.alloc(0);
      }
      const piece = Buffer.allocUnsafe(Math.min(limits.jobLogChunkBytes, left));
      const { bytesRead } = await file.read(piece, 0, piece.length, offset);
      return piece.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /** For a job that has ended, when its output is stored. */
  async remove(job: Attempt): Promise<void> {
    const { scriptFile, outputFile } = this.filesOf(job);
    await rm(scriptFile, { force: true });
    await rm(outputFile, { force: true });
  }

  private get folder(): string {
    const { slurm } = this.config;
    if (!slurm) {
      throw new Error('Slurm is not used: SLURM_SHARED_DIR is not set.');
    }
    return slurm.sharedDir;
  }
}

async function give(file: FileHandle, account: SlurmAccount, text = ''): Promise<void> {
  try {
    await file.writeFile(text);
    await file.chown(account.uid, account.gid);
  } finally {
    await file.close();
  }
}
