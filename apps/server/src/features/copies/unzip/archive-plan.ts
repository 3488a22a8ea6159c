import type { FileHandle } from 'node:fs/promises';
import { limits } from '@clusterdesk/contracts';
import { joinPath, nameKey } from '../../../platform/file-space/space-path.js';
import {
  archiveEntries,
  rawEntries,
  type ArchiveEntry,
  type UnpackingRules,
} from './archive-entry.js';
import { openArchive } from './archive-file.js';
import { NameEncodings, type NameEncoding } from './archive-names.js';
import {
  ArchiveBombError,
  EntryDamagedError,
  NameTwiceInArchiveError,
  TooManyInArchiveError,
} from './unzip.errors.js';

/** The bytes of an entry in the archive's directory, besides its name and fields. */
const directoryEntryBytes = 46;

/** What an archive says of itself, after all of it was checked. */
export interface ArchivePlan {
  encoding: NameEncoding;
  totalBytes: number;
  totalFiles: number;
}

/**
 * Reads the directory of an archive and checks that every entry may be unpacked.
 * @throws DomainError for the first that may not, for an archive that is none, and for one that holds too much
 */
export async function planUnpacking(
  handle: FileHandle,
  rules: Omit<UnpackingRules, 'encoding'>,
  signal?: AbortSignal,
): Promise<ArchivePlan> {
  const encoding = await findEncoding(handle, signal);
  const { size: archiveBytes } = await handle.stat();
  const places = new EntryPlaces();
  let [totalBytes, totalFiles, packedBytes] = [0, 0, 0];
  for await (const found of archiveEntries(await openArchive(handle), { ...rules, encoding })) {
    signal?.throwIfAborted();
    places.take(found);
    totalBytes += found.entry.uncompressedSize;
    packedBytes += found.entry.compressedSize;
    totalFiles += found.isDirectory ? 0 : 1;
    // Entries that share their bytes unpack to any size: honest ones lie side by side.
    if (packedBytes > archiveBytes) {
      throw new EntryDamagedError(found.name);
    }
    if (totalBytes > limits.unzipFreeBytes && totalBytes > archiveBytes * limits.unzipRatio) {
      throw new ArchiveBombError();
    }
  }
  return { encoding, totalBytes, totalFiles };
}

async function findEncoding(
  handle: FileHandle,
  signal: AbortSignal | undefined,
): Promise<NameEncoding> {
  const zip = await openArchive(handle);
  if (zip.entryCount > limits.unzipMaxEntries) {
    throw new TooManyInArchiveError();
  }
  const encodings = new NameEncodings();
  let directoryBytes = 0;
  for await (const entry of rawEntries(zip)) {
    signal?.throwIfAborted();
    directoryBytes +=
      directoryEntryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > limits.unzipDirectoryBytes) {
      throw new TooManyInArchiveError();
    }
    encodings.add(entry);
  }
  return encodings.best();
}

/** Where an entry goes, and which folders have to be made for it before, the outer one first. */
export interface EntryPlace {
  path: string;
  missing: string[];
}

/** Gives the entries of an archive their places, each once; folders whose names are spelled in two ways are one. */
export class EntryPlaces {
  private readonly files = new Set<string>();
  /** Each folder as it was spelled first. */
  private readonly folders = new Map([['', '']]);

  /** @throws NameTwiceInArchiveError, TooManyInArchiveError */
  take({
    parts,
    isDirectory,
    name,
  }: Pick<ArchiveEntry, 'parts' | 'isDirectory' | 'name'>): EntryPlace {
    const missing: string[] = [];
    const above = isDirectory ? parts : parts.slice(0, -1);
    let [key, path] = ['', ''];
    for (const part of above) {
      key = `${key}/${nameKey(part)}`;
      if (this.files.has(key)) {
        throw new NameTwiceInArchiveError(name);
      }
      const known = this.folders.get(key);
      path = known ?? joinPath(path, part);
      if (known === undefined) {
        this.folders.set(key, path);
        missing.push(path);
      }
    }
    const last = parts.at(-1);
    if (!isDirectory && last !== undefined) {
      key = `${key}/${nameKey(last)}`;
      path = joinPath(path, last);
      if (this.files.has(key) || this.folders.has(key)) {
        throw new NameTwiceInArchiveError(name);
      }
      this.files.add(key);
    }
    if (this.files.size + this.folders.size - 1 > limits.unzipMaxEntries) {
      throw new TooManyInArchiveError();
    }
    return { path, missing };
  }
}
