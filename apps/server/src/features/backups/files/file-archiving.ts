import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { copyFile, link, lstat, open, rm, type FileHandle } from 'node:fs/promises';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';
import { hasNoLinks } from '../../../platform/file-space/placing/file-placing.js';
import type { Advance } from './advance.js';

/** A file that is written to while it is read is read again so often; then what was read last is kept, and noted. */
const readings = 3;
const bufferBytes = 1024 * 1024;
/** Nobody changes a file of an archive: others may be the same file. */
const archivedMode = 0o400;

/** What was put into the archive of a file. */
export interface Archived {
  bytes: number;
  sha256: string;
  stats: BigIntStats;
  /** It was written to all the time. */
  isChanging: boolean;
}

/** Puts files into an archive. */
export class FileArchiving {
  /** Until the filesystem says that it cannot. */
  private canClone = true;

  constructor(
    private readonly advance: Advance,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Takes a file from an earlier archive: by a second name, else by its blocks, else by its bytes.
   * @returns false where it is not there any more
   */
  async take(from: string, target: string, bytes: number): Promise<boolean> {
    try {
      const stats = await lstat(from);
      if (!stats.isFile() || stats.size !== bytes) {
        return false;
      }
      await link(from, target).catch(async (error: unknown) => {
        if (!hasNoLinks(error)) {
          throw error;
        }
        await copyFile(from, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      });
      return true;
    } catch (error) {
      if (isErrno(error, 'ENOENT')) {
        return false;
      }
      throw error;
    }
  }

  /** Copies an open file as it is at one moment, and says what the copy is. */
  async copy(source: FileHandle, target: string): Promise<Archived> {
    for (let reading = 1; ; reading += 1) {
      const before = await source.stat({ bigint: true });
      const { bytes, sha256 } = await this.copyOnce(source, target, Number(before.size));
      const stats = await source.stat({ bigint: true });
      const isSame =
        BigInt(bytes) === stats.size &&
        before.mtimeNs === stats.mtimeNs &&
        before.ctimeNs === stats.ctimeNs;
      if (isSame || reading === readings) {
        this.advance(bytes);
        return { bytes, sha256, stats, isChanging: !isSame };
      }
      await rm(target, { force: true });
    }
  }

  /** At most as much as the file had when it was looked at: one that grows faster than it is read has an end, too. */
  private async copyOnce(
    source: FileHandle,
    target: string,
    size: number,
  ): Promise<{ bytes: number; sha256: string }> {
    if (size > bufferBytes && this.canClone && (await this.clone(source, target))) {
      const clone = await open(target, 'r');
      try {
        return await this.read(clone, null, Infinity);
      } finally {
        await clone.close();
      }
    }
    const written = await open(target, 'wx', archivedMode);
    try {
      return await this.read(source, written, size);
    } finally {
      await written.close();
    }
  }

  private async clone(source: FileHandle, target: string): Promise<boolean> {
    try {
      await copyFile(
        `/proc/self/fd/${source.fd}`,
        target,
        constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE,
      );
      return true;
    } catch {
      // It cannot, or there is no /proc. What else is wrong shows when its bytes are copied.
      this.canClone = false;
      await rm(target, { force: true });
      return false;
    }
  }

  private async read(
    source: FileHandle,
    target: FileHandle | null,
    size: number,
  ): Promise<{ bytes: number; sha256: string }> {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(bufferBytes, size)));
    let bytes = 0;
    while (bytes < size) {
      this.signal.throwIfAborted();
      const wanted = Math.min(bufferBytes, size - bytes);
      const { bytesRead } = await source.read(buffer, 0, wanted, bytes);
      if (bytesRead === 0) {
        break;
      }
      const piece = buffer.subarray(0, bytesRead);
      hash.update(piece);
      for (let at = 0; target && at < bytesRead;) {
        at += (await target.write(piece, at, bytesRead - at, bytes + at)).bytesWritten;
      }
      bytes += bytesRead;
    }
    return { bytes, sha256: hash.digest('hex') };
  }
}
