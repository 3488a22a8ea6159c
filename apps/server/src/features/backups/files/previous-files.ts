import { join } from 'node:path';
import { archiveNames } from '../archive/manifest.js';
import { isSameFile, parseIdentity } from '../../../platform/file-space/file-identity.js';
import { compareWays, namesOf, readList, type EntryFacts, type ListedEntry } from './file-list.js';

/**
 * The files of an earlier archive, read beside a tree in the same order: of the list one line is in memory. What cannot be read is none:
 * then files are copied, which costs time alone.
 */
export class PreviousFiles {
  private readonly entries: AsyncGenerator<ListedEntry>;
  private next: { entry: ListedEntry; names: Buffer[] } | null | undefined;

  constructor(private readonly archive: string) {
    this.entries = readList(join(archive, 'files.jsonl.gz'));
  }

  /**
   * The file of the archive that is this one, unchanged: same size and times, and the same inode. Times alone would not do: who uploads a
   * file chooses when it was modified.
   */
  async find(
    names: readonly Buffer[],
    facts: EntryFacts,
  ): Promise<{ file: string; sha256: string } | null> {
    let order = 1;
    while (order > 0) {
      this.next ??= await this.read();
      if (this.next === null) {
        return null;
      }
      order = compareWays(names, this.next.names);
      if (order > 0) {
        this.next = undefined;
      }
    }
    const { entry } = this.next ?? {};
    const isSame =
      order === 0 &&
      entry?.mode === 'file' &&
      entry.bytes === facts.bytes &&
      entry.mtimeMs === facts.mtimeMs &&
      entry.ctimeMs === facts.ctimeMs &&
      isSameFile(parseIdentity(entry.identity), parseIdentity(facts.identity));
    return isSame
      ? { file: join(this.archive, archiveNames.files, entry.path), sha256: entry.sha256 }
      : null;
  }

  async close(): Promise<void> {
    await this.entries.return(undefined);
  }

  private async read(): Promise<{ entry: ListedEntry; names: Buffer[] } | null> {
    try {
      const { value, done } = await this.entries.next();
      return done ? null : { entry: value, names: namesOf(value) };
    } catch {
      return null;
    }
  }
}
