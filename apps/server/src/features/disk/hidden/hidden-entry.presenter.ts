import type { HiddenEntry } from '@clusterdesk/contracts';
import type { HiddenEntry as FoundEntry } from '../../../platform/file-space/listing/hidden-entries.js';
import { isNewName } from '../../../platform/file-space/space-path.js';

/** The encoding of file names from Chinese Windows; it includes GBK. */
const chinese = new TextDecoder('gb18030', { fatal: true });

/** A hidden entry in the contract's form. */
export function toHiddenEntry({ kind, isDirectory, rawName }: FoundEntry): HiddenEntry {
  return kind === 'name'
    ? {
        kind,
        isDirectory,
        name: escapeBytes(rawName),
        raw: rawName.toString('hex'),
        guess: guessName(rawName),
      }
    : { kind, isDirectory, name: rawName.toString(), raw: null, guess: null };
}

/** Keeps printable ASCII and writes every other byte as `\xb2`. */
function escapeBytes(name: Buffer): string {
  return Array.from(name, (byte) =>
    byte > 0x1f && byte < 0x7f
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}

function guessName(name: Buffer): string | null {
  const guess = decodeChinese(name) ?? name.toString().replace(/\uFFFD+/g, '_');
  return isNewName(guess) ? guess : null;
}

function decodeChinese(name: Buffer): string | null {
  // A name with the replacement character was UTF-8, and lost its letters before it was stored.
  if (name.includes('\uFFFD')) {
    return null;
  }
  try {
    return chinese.decode(name);
  } catch {
    return null;
  }
}
