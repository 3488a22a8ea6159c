import { hasVisibleSign, limits } from '@clusterdesk/contracts';
import { InvalidNameError, InvalidPathError } from './file-space.errors.js';

/** How a file's name ends, behind at least one sign; a longer end is a sentence rather than an extension. */
const extensionPattern = /(?<=.)(?:\.tar)?\.[^.\s]{1,16}$/su;
// eslint-disable-next-line no-control-regex -- control characters are exactly what the rule refuses
const controlPattern = /[\u0000-\u001f\u007f]/;
/** Half a character, and what such bytes decode to: no two programs agree on the bytes of such a name. */
const brokenPattern = /[\uFFFD\p{Surrogate}]/u;

/**
 * The parts of a path within a space; `/` gives none. It is taken literally (no percent-decoding, no `..`);
 * names that only a job could have made, with control characters for example, can be addressed.
 */
export function splitPath(path: string): string[] {
  // A unit of a string takes three bytes at most, so that nothing of a short path is too long. Listings split thousands of them.
  const isShort = path.length * 3 <= limits.maxNameBytes;
  if (
    !path.startsWith('/') ||
    path.includes('\0') ||
    (!isShort && Buffer.byteLength(path) > limits.maxPathBytes)
  ) {
    throw new InvalidPathError();
  }
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length > limits.maxPathDepth) {
    throw new InvalidPathError();
  }
  for (const part of parts) {
    const isLong = !isShort && Buffer.byteLength(part) > limits.maxNameBytes;
    if (part === '.' || part === '..' || isLong) {
      throw new InvalidPathError();
    }
  }
  return parts;
}

/** The path as entries spell it: one slash before each name, none at the end. */
export function cleanPath(path: string): string {
  return `/${splitPath(path).join('/')}`;
}

/** The path of an entry in a folder. */
export function joinPath(dir: string, name: string): string {
  return dir.endsWith('/') ? `${dir}${name}` : `${dir}/${name}`;
}

/** Whether a path is a folder's, or of something in it. Both are clean. */
export function isWithin(path: string, folder: string): boolean {
  return joinPath(path, '').startsWith(joinPath(folder, ''));
}

/** The folder of a path and the name in it; null for the root. */
export function splitParent(path: string): { dir: string; name: string } | null {
  const parts = splitPath(path);
  const name = parts.pop();
  return name === undefined ? null : { dir: `/${parts.join('/')}`, name };
}

/** Whether an entry may be given this name (contract: Personal disk). */
export function isNewName(name: string): boolean {
  return (
    name !== '.' &&
    name !== '..' &&
    !name.includes('/') &&
    !controlPattern.test(name) &&
    !brokenPattern.test(name) &&
    hasVisibleSign(name) &&
    Buffer.byteLength(name) <= limits.maxNameBytes
  );
}

/** @throws InvalidNameError for what may not become a name */
export function checkNewName(name: string): void {
  if (!isNewName(name)) {
    throw new InvalidNameError();
  }
}

/** The same, and that the new entry's path can be said: no entry shall be where no call reaches it. */
export function checkNewPlace(dir: string, name: string): void {
  checkNewName(name);
  splitPath(joinPath(dir, name));
}

/** Names with the same key are one name: spelled alike after Unicode normalisation (docs/decisions/file-names.md). */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/** `name (n).ext` of a file, `name (n)` of a folder, with the stem cut so that it stays a valid name. */
export function numberedName(name: string, number: number, isDirectory: boolean): string {
  const extension = (isDirectory ? null : extensionPattern.exec(name)?.[0]) ?? '';
  const stem = name.slice(0, name.length - extension.length);
  const suffix = ` (${number})${extension}`;
  let cut = stem;
  while (cut !== '' && Buffer.byteLength(cut + suffix) > limits.maxNameBytes) {
    cut = Array.from(cut).slice(0, -1).join('');
  }
  return cut + suffix;
}

/** The paths in order, without those that lie below another. */
export function withoutNestedPaths(selected: readonly string[]): string[] {
  const clean = [...new Set(selected.map(cleanPath))].sort();
  const chosen = new Set(clean);
  return clean.filter((path) => !ancestors(path).some((above) => chosen.has(above)));
}

function ancestors(path: string): string[] {
  const parts = splitPath(path);
  return parts.map((_, index) => `/${parts.slice(0, index).join('/')}`);
}
