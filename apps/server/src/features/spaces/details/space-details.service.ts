import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits, type FolderMeasure } from '@clusterdesk/contracts';
import { ChecksumTooLongError } from '../space.errors.js';
import { filterFor, type Space } from '../space.js';

/** Bytes per read: hashing them blocks for a few milliseconds at most. */
const chunkBytes = 1024 * 1024;

/**
 * The expensive facts about one entry: how much a folder holds, the checksum of a file. Whoever opens the space checks the user's
 * rights.
 */
@Injectable()
export class SpaceDetails {
  /** How much lies below a folder, as far as it could be seen in `limits.measureMaxMs`. @throws the signal's reason */
  async measure(space: Space, path: string, signal: AbortSignal): Promise<FolderMeasure> {
    const { files } = space;
    // A missing folder would measure as empty, so its absence is reported here.
    const { isDirectory, sizeBytes } = await files.stat(path);
    if (!isDirectory) {
      return { bytes: sizeBytes, files: 1, folders: 0, hidden: 0, isWhole: true };
    }
    const endsAt = Date.now() + limits.measureMaxMs;
    const measure: FolderMeasure = { bytes: 0, files: 0, folders: 0, hidden: 0, isWhole: true };
    const onHidden = (): void => void (measure.hidden += 1);
    const filter = filterFor(space, 'view');
    for await (const entry of files.walk(path, { signal, filter, onHidden })) {
      measure.bytes += entry.sizeBytes;
      measure[entry.isDirectory ? 'folders' : 'files'] += 1;
      if (Date.now() > endsAt) {
        measure.isWhole = false;
        break;
      }
    }
    return measure;
  }

  /** The SHA-256 of a file in hexadecimal digits, for a call that waits. @throws ChecksumTooLongError, and the signal's reason */
  checksum(space: Space, path: string, signal: AbortSignal): Promise<string> {
    const endsAt = Date.now() + limits.checksumMaxMs;
    return this.hash(space, path, signal, () => {
      if (Date.now() > endsAt) {
        throw new ChecksumTooLongError();
      }
    });
  }

  /** The same, however long it takes. @param onRead hears how many bytes were read, piece by piece */
  async hash(
    { files }: Space,
    path: string,
    signal: AbortSignal,
    onRead: (bytes: number) => void,
  ): Promise<string> {
    signal.throwIfAborted();
    const handle = await files.openRead(path);
    try {
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafe(chunkBytes);
      for (let read = await handle.read(buffer); read.bytesRead > 0;) {
        hash.update(buffer.subarray(0, read.bytesRead));
        signal.throwIfAborted();
        onRead(read.bytesRead);
        read = await handle.read(buffer);
      }
      return hash.digest('hex');
    } finally {
      await handle.close();
    }
  }
}
