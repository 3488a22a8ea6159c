/**
 * Signs that nobody sees and that turn the direction of writing round: with one in it `a<U+202E>gpj.exe` looks like a
 * picture. Names keep them on the disk (docs/decisions/file-names.md); what leaves the platform is not called so.
 */
const directionSigns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name that reads in the order in which it is written. */
export function withoutDirectionSigns(name: string): string {
  return name.replace(directionSigns, '_');
}
