import { ArchiveDamagedError } from '../backup.errors.js';
import { compareWays, mayBeLink, namesOf, readList, type ListedEntry } from './file-list.js';

/**
 * Reads the list of an archive that is about to be used, as the tree that it has to be: each entry once, in the order of the list, in a
 * folder that stands before it. So nothing lies below a link or a file, and no link takes the place of a folder of the platform's own.
 * @throws ArchiveDamagedError
 */
export async function* readListedTree(
  file: string,
): AsyncGenerator<{ entry: ListedEntry; names: Buffer[] }> {
  const folders: Buffer[][] = [];
  let last: Buffer[] = [];
  for await (const entry of readList(file)) {
    const names = namesOf(entry);
    while (!isBelow(names, folders.at(-1) ?? [])) {
      folders.pop();
    }
    const isInFolder = names.length === (folders.at(-1)?.length ?? 0) + 1;
    const mayStandThere =
      entry.mode === 'dir' || (entry.mode === 'link' ? mayBeLink(names) : names.length > 1);
    if (!isInFolder || !mayStandThere || compareWays(last, names) >= 0) {
      throw new ArchiveDamagedError('files.jsonl.gz');
    }
    if (entry.mode === 'dir') {
      folders.push(names);
    }
    last = names;
    yield { entry, names };
  }
}

const isBelow = (names: readonly Buffer[], folder: readonly Buffer[]): boolean =>
  folder.every((name, index) => names[index]?.equals(name));
