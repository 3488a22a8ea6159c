import { nameKey, numberedName } from '../../../../platform/file-space/space-path.js';
import {
  windowsDevice,
  windowsRefused,
  windowsRefusedEnd,
} from '../../../../platform/file-space/windows-names.js';
import { withoutDirectionSigns } from '../../sending/direction-signs.js';

/** The file in the archive that lists differences from the packed folder. */
export const notesName = '_packing-notes.txt';

/** A folder of the archive whose entries are being named. */
interface OpenFolder {
  /** By the name on the disk. */
  given: Map<string, string>;
  /** By `twinKey`: the number to try next. */
  taken: Map<string, number>;
  /** The entry that was named last, whose own entries may follow. */
  current: string | null;
}

/**
 * Gives entries of an archive the names under which they unpack to the same place everywhere: names that Windows cannot
 * hold are altered, and names that a system without regard to case or spelling takes for one are numbered. A backslash or
 * a drive letter could even lead out of the folder, and signs that turn the direction of writing would hide what a file
 * is.
 *
 * Entries come folder by folder, so only the folders on the way to the last entry are kept.
 */
export class PortableNames {
  /** From the top of the archive. */
  private readonly open: OpenFolder[] = [
    { given: new Map(), taken: new Map([[twinKey(notesName), 1]]), current: null },
  ];

  /** @param onChanged called once for each entry whose name differs from that on the disk; both are paths in the archive */
  constructor(private readonly onChanged: (path: string, given: string) => void) {}

  /** The path in the archive for a path below the packed folder. */
  nameOf(path: string, isDirectory: boolean): string {
    const parts = path.split('/');
    return parts.reduce((above, part, depth) => {
      const folder = this.enter(depth, part);
      const before = folder.given.get(part);
      const name = before ?? give(folder, part, isDirectory || depth < parts.length - 1);
      const given = above === '' ? name : `${above}/${name}`;
      if (before === undefined && name !== part) {
        this.onChanged(parts.slice(0, depth + 1).join('/'), given);
      }
      return given;
    }, '');
  }

  private enter(depth: number, part: string): OpenFolder {
    const folder = (this.open[depth] ??= { given: new Map(), taken: new Map(), current: null });
    if (folder.current !== part) {
      folder.current = part;
      this.open.length = depth + 1;
    }
    return folder;
  }
}

function give({ given, taken }: OpenFolder, part: string, isDirectory: boolean): string {
  const plain = withoutDirectionSigns(part)
    .replace(windowsRefused, '_')
    .replace(windowsRefusedEnd, (end) => '_'.repeat(end.length))
    // Replaces the last letter, so that the name does not grow.
    .replace(windowsDevice, (found) => `${found.trimEnd().slice(0, -1)}_`);
  let number = taken.get(twinKey(plain)) ?? 0;
  let name = number === 0 ? plain : numberedName(plain, number, isDirectory);
  while (taken.has(twinKey(name))) {
    number += 1;
    name = numberedName(plain, number, isDirectory);
  }
  taken.set(twinKey(plain), number + 1);
  if (number > 0) {
    taken.set(twinKey(name), 1);
  }
  given.set(part, name);
  return name;
}

/** Characters that HFS+ ignores when comparing. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Names with the same key are one name where neither case nor spelling counts. Systems differ in what they fold; better too many
 * are numbered than too few.
 */
function twinKey(name: string): string {
  const folded = nameKey(name).toLowerCase().toUpperCase();
  return nameKey(folded.replace(ignorable, ''));
}
