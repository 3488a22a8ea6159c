/**
 * Invisible characters that change the direction of writing: with one of them `a<U+202E>gpj.exe` looks like a
 * picture. Names on the disk keep them (docs/decisions/file-names.md); names that leave the platform do not.
 */
const directionSigns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name that is displayed in the order in which it is stored. */
export function withoutDirectionSigns(name: string): string {
  return name.replace(directionSigns, '_');
}
