import { Injectable } from '@nestjs/common';
import type { Advance } from '../files/files-backup.service.js';
import type { Manifest } from './manifest.js';

/** Judges an archive before anything of it is used. */
@Injectable()
export class ArchiveCheck {
  /**
   * Reads the whole archive: manifest, checksums of all parts and files, nothing missing, nothing besides, no links.
   * @param dir its folder
   * @throws ArchiveDamagedError, ArchiveNewerError or ArchiveForeignError
   */
  async check(_dir: string, _advance: Advance, _signal: AbortSignal): Promise<Manifest> {
    throw new Error('Not built.');
  }
}
