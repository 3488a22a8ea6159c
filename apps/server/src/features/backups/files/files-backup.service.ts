import { Injectable } from '@nestjs/common';
import type { ArchivePart, Manifest } from '../archive/manifest.js';

/** How a long step tells how far it is: bytes that were added to what is done. */
export type Advance = (bytes: number) => void;

/** The users' and projects' files in an archive. */
@Injectable()
export class FilesBackup {
  /** How much there is to be read, roughly. */
  async measure(): Promise<{ count: number; bytes: number }> {
    return { count: 0, bytes: 0 };
  }

  /**
   * Writes the files and their list into the folder of an archive.
   * @param previous the newest archive with files, whose unchanged files (size, time) are taken from there; null: none
   */
  async write(
    _into: string,
    _previous: string | null,
    _advance: Advance,
    _signal: AbortSignal,
  ): Promise<{ files: NonNullable<Manifest['files']>; part: ArchivePart }> {
    throw new Error('Not built.');
  }
}
