import type { FolderSummary } from '@clusterdesk/contracts';
import {
  EntryNotFoundError,
  NotAFolderError,
} from '../../../platform/file-space/file-space.errors.js';
import type { FoundEntries } from '../../../platform/file-space/listing/searching.js';
import type { PlacingOutcome } from '../../../platform/file-space/placing/batch-placing.js';
import type {
  Conflict,
  FileIdentity,
  NewFile,
} from '../../../platform/file-space/placing/file-placing.js';
import type { RootedFiles } from '../../../platform/file-space/rooted-files.js';
import {
  cleanPath,
  joinPath,
  numberedName,
  splitPath,
} from '../../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';

/** So many files in the way of a folder are passed by. */
const folderTries = 1_000;

/**
 * A folder that files can be put into, and of which nothing is told: what is there has no name, and whatever is put there is
 * answered with the path that was asked for, whatever it got. Nothing that is there is ever replaced.
 */
export class DropBoxFiles implements RootedFiles {
  /** By the path that was asked for: where it is. */
  private readonly origins = new Map<string, string>();

  /** @param files the folder itself, as a tree of its own */
  constructor(private readonly files: RootedFiles) {}

  /** Where in the folder something is that was made or placed through this object; else the path itself. */
  originOf(path: string): string {
    const clean = cleanPath(path);
    return this.origins.get(clean) ?? clean;
  }

  list(): Promise<SpaceEntry[]> {
    return Promise.resolve([]);
  }

  count(): Promise<FolderSummary> {
    return Promise.resolve({ total: 0, folders: 0, hidden: 0 });
  }

  find(): Promise<FoundEntries> {
    return Promise.resolve({ entries: [], searchedFolders: 0, cutBy: null });
  }

  async *walk(): AsyncGenerator<SpaceEntry> {
    // There is nothing to be seen.
  }

  /** Only the folder itself is there. */
  async stat(path: string): Promise<SpaceEntry> {
    if (splitPath(path).length > 0) {
      throw new EntryNotFoundError(path);
    }
    // That it is gone, or a file now, is no secret.
    const { isDirectory } = await this.files.stat('/');
    return { name: '', path: '/', isDirectory, sizeBytes: 0, modifiedAt: new Date(0) };
  }

  identify(path: string): Promise<never> {
    return refuse(path);
  }

  openRead(path: string): Promise<never> {
    return refuse(path);
  }

  linkToPath(path: string): Promise<never> {
    return refuse(path);
  }

  findTaken(): Promise<null> {
    return Promise.resolve(null);
  }

  freeName(_: string, name: string): Promise<string> {
    return Promise.resolve(name);
  }

  listHidden(): Promise<[]> {
    return Promise.resolve([]);
  }

  identifyHidden(dir: string): Promise<never> {
    return refuse(dir);
  }

  renameHidden(dir: string): Promise<never> {
    return refuse(dir);
  }

  mkdir(path: string): Promise<never> {
    return refuse(path);
  }

  async makeDirs(path: string): Promise<string> {
    const asked = cleanPath(path);
    let origin = '/';
    let way = '/';
    for (const name of splitPath(path)) {
      origin = await this.folderLike(origin, name);
      way = joinPath(way, name);
      this.origins.set(way, origin);
    }
    return asked;
  }

  makeManyDirs(paths: readonly string[]): Promise<never> {
    return refuse(paths[0] ?? '/');
  }

  move(from: string): Promise<never> {
    return refuse(from);
  }

  moveInto(path: string): Promise<never> {
    return refuse(path);
  }

  async place(
    staged: string,
    identity: FileIdentity,
    dir: string,
    name: string,
  ): Promise<SpaceEntry> {
    const placed = await this.files.place(
      staged,
      identity,
      await this.folderOf(dir),
      name,
      'keepBoth',
    );
    return this.asAsked(dir, name, placed);
  }

  async placeAll(dir: string, files: readonly NewFile[]): Promise<PlacingOutcome[]> {
    const keptBoth = files.map((file) => ({ ...file, conflict: 'keepBoth' as const }));
    const outcomes = await this.files.placeAll(await this.folderOf(dir), keptBoth);
    return outcomes.map((outcome, index) =>
      'path' in outcome ? { path: joinPath(cleanPath(dir), files[index]?.name ?? '') } : outcome,
    );
  }

  async placeTree(
    staged: string,
    dir: string,
    name: string,
    _: Conflict,
    identity?: FileIdentity,
  ): Promise<SpaceEntry> {
    const folder = await this.folderOf(dir);
    const placed = await this.files.placeTree(staged, folder, name, 'keepBoth', identity);
    return this.asAsked(dir, name, placed);
  }

  toTrash(path: string): Promise<never> {
    return refuse(path);
  }

  private async folderOf(dir: string): Promise<string> {
    await this.makeDirs(dir);
    return this.originOf(dir);
  }

  /** A folder of this name, or of the first name like it that no file has: that one has it is not told. */
  private async folderLike(dir: string, name: string): Promise<string> {
    for (let number = 0; number < folderTries; number += 1) {
      const candidate = number === 0 ? name : numberedName(name, number, true);
      try {
        return await this.files.makeDirs(joinPath(dir, candidate));
      } catch (error) {
        if (!(error instanceof NotAFolderError)) {
          throw error;
        }
      }
    }
    throw new EntryNotFoundError(joinPath(dir, name));
  }

  private asAsked(dir: string, name: string, placed: SpaceEntry): SpaceEntry {
    const path = joinPath(cleanPath(dir), name);
    this.origins.set(path, placed.path);
    return { ...placed, path, name };
  }
}

function refuse(path: string): Promise<never> {
  return Promise.reject(new EntryNotFoundError(path));
}
