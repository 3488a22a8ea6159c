import type { Entry } from 'yauzl';
import { getFileNameLowLevel } from 'yauzl';

/** How an archive writes the names that do not say how they are written. */
export type NameEncoding = 'utf-8' | 'gb18030' | 'cp437';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const chinese = new TextDecoder('gb18030', { fatal: true, ignoreBOM: true });
/** General purpose bit 11: the name is UTF-8. */
const isUtf8 = 0x800;
/** Info-ZIP Unicode Path Extra Field: the name once more, in UTF-8. */
const unicodePath = 0x7075;

/** Finds out how the names of an archive are written: all alike, as one program wrote them. */
export class NameEncodings {
  private readonly fitting = new Set<NameEncoding>(['utf-8', 'gb18030']);

  add(entry: Entry): void {
    if (saysItself(entry)) {
      return;
    }
    for (const encoding of this.fitting) {
      if (decode(entry.fileNameRaw, encoding) === null) {
        this.fitting.delete(encoding);
      }
    }
  }

  /** The likeliest: UTF-8, else what Chinese Windows writes, else what the format says. */
  best(): NameEncoding {
    return [...this.fitting][0] ?? 'cp437';
  }
}

/** The name of an entry as text, its folders and all. */
export function entryName(entry: Entry, encoding: NameEncoding): string {
  const decoded = saysItself(entry) ? null : decode(entry.fileNameRaw, encoding);
  return (
    decoded ??
    getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
  );
}

/** The folder that an archive is unpacked into: its name without the extension. */
export function folderNameOf(archive: string): string {
  const name = archive.replace(/\.zip$/i, '').trimEnd();
  return name === '' || /^\.+$/.test(name) ? archive : name;
}

function saysItself({ generalPurposeBitFlag, extraFields }: Entry): boolean {
  return (generalPurposeBitFlag & isUtf8) !== 0 || extraFields.some(({ id }) => id === unicodePath);
}

function decode(bytes: Buffer, encoding: NameEncoding): string | null {
  if (encoding === 'cp437') {
    return null;
  }
  try {
    return (encoding === 'utf-8' ? utf8 : chinese).decode(bytes);
  } catch {
    return null;
  }
}
