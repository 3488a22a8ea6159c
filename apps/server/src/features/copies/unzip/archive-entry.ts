import type { Entry, ZipFile } from 'yauzl';
import { isNewName, joinPath, splitPath } from '../../../platform/file-space/space-path.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { isSystemError } from './archive-file.js';
import { entryName, type NameEncoding } from './archive-names.js';
import {
  EncryptedEntryError,
  EntryDamagedError,
  EntryNameError,
  NotAnArchiveError,
  OutsideEntryError,
  SpecialArchiveEntryError,
  UnknownMethodError,
} from './unzip.errors.js';

/** An entry of an archive that may become one of a space. */
export interface ArchiveEntry {
  /** Its path below the archive's top, part by part; names that may be given, at least one. */
  parts: string[];
  isDirectory: boolean;
  isExecutable: boolean;
  /** Null: it has none that can be. */
  modifiedAt: Date | null;
  /** As the archive calls it, for people. */
  name: string;
  entry: Entry;
}

/** Where the entries go, and by which rules. */
export interface UnpackingRules {
  encoding: NameEncoding;
  /** The folder that will hold them. */
  dir: string;
  /** Of times that say no zone. */
  timeZone: string;
  /** @throws DomainError for names that the settings refuse */
  checkNames: (names: readonly string[]) => void;
}

const [stored, deflated] = [0, 8];
/** `S_IFMT` of a Unix mode, and what it says of files and folders; 0: the archive's maker knows no modes. */
const typeMask = 0o170000;
const [fileType, folderType] = [0o100000, 0o040000];
const executable = 0o111;
/** The systems that write names with slashes alone (upper byte of "version made by"). */
const unixHosts = [3, 19];
/** Extra fields that hold a moment: extended timestamp, NTFS. */
const momentFields = [0x5455, 0x000a];

/**
 * The entries of an archive, in its order; those that are its top itself are left out.
 * @throws DomainError for the first one that may not be unpacked
 */
export async function* archiveEntries(
  zip: ZipFile,
  rules: UnpackingRules,
): AsyncGenerator<ArchiveEntry> {
  for await (const entry of rawEntries(zip)) {
    const read = readEntry(entry, rules);
    if (read) {
      yield read;
    }
  }
}

/** The entries as they are. @throws NotAnArchiveError when the directory cannot be read */
export async function* rawEntries(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw isSystemError(error) ? error : new NotAnArchiveError();
    });
    if (next.done === true) {
      return;
    }
    yield next.value;
  }
}

function readEntry(entry: Entry, rules: UnpackingRules): ArchiveEntry | null {
  const { encoding, dir, timeZone, checkNames } = rules;
  const written = entryName(entry, encoding);
  const isOfUnix = unixHosts.includes(entry.versionMadeBy >> 8);
  const name = isOfUnix ? written : written.replaceAll('\\', '/');
  if (name.startsWith('/') || /^[a-z]:[/\\]/i.test(name)) {
    throw new OutsideEntryError(name);
  }
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) {
    throw new OutsideEntryError(name);
  }
  const mode = entry.externalFileAttributes >>> 16;
  const type = mode & typeMask;
  if (![0, fileType, folderType].includes(type)) {
    throw new SpecialArchiveEntryError(name);
  }
  const isDirectory = name.endsWith('/') || type === folderType;
  if (parts.length === 0) {
    if (isDirectory) {
      return null;
    }
    throw new EntryNameError(name);
  }
  if (!parts.every(isNewName)) {
    throw new EntryNameError(name);
  }
  try {
    splitPath(joinPath(dir, parts.join('/')));
  } catch (error) {
    throw error instanceof DomainError ? new EntryNameError(name) : error;
  }
  checkNames(parts);
  if (entry.isEncrypted()) {
    throw new EncryptedEntryError(name);
  }
  if (![stored, deflated].includes(entry.compressionMethod)) {
    throw new UnknownMethodError(name);
  }
  if (isDirectory && entry.uncompressedSize > 0) {
    throw new EntryDamagedError(name);
  }
  const isExecutable = type === fileType && (mode & executable) !== 0;
  const modifiedAt = momentOf(entry, timeZone);
  return { parts, isDirectory, isExecutable, modifiedAt, name, entry };
}

/** When it was changed. The format's own field has no zone: it is the platform's, as in the archives that the platform makes. */
function momentOf(entry: Entry, timeZone: string): Date | null {
  const hasMoment = entry.extraFields.some(({ id }) => momentFields.includes(id));
  const told = entry.getLastModDate({ timezone: 'UTC', forceDosFormat: !hasMoment });
  if (Number.isNaN(told.getTime())) {
    return null;
  }
  if (hasMoment) {
    return told;
  }
  const shown = Date.parse(`${wireTime(told, timeZone).replace(' ', 'T')}Z`);
  return new Date(told.getTime() - (shown - told.getTime()));
}
