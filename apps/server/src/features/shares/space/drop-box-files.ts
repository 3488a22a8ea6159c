import type { FolderSummary } from '@clusterdesk/contracts';
import {
  EntryNotFoundError,
  NotAFolderError,
} from '../../../platform/file-space/file-space.errors.js';
import type { FoundEntries } from '../../../platform/file-space/listing/searching.js';
import type { PlacingOutcome } from '../../../platform/file-space/placing/batch-placing.js';
import type { Conflict, NewFile } from '../../../platform/file-space/placing/file-placing.js';
import type { RootedFiles } from '../../../platform/file-space/rooted-files.js';
import {
  cleanPath,
  joinPath,
  numberedName,
  splitPath,
} from '../../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import type { FileIdentity } from '../../../platform/file-space/file-identity.js';

/** How many names are tried for a folder while files have them. */
const folderTries = 1_000;

/**
 * A folder that files can be put into and that reveals nothing: it shows no entries, and the answer to putting something there
 * has the requested path, whichever path it got. Nothing there is ever replaced.
 */
export class DropBoxFiles implements RootedFiles {
  /** By the requested path: the real one. */
  private readonly origins = new Map<string, string>();

  readonly findIdentity = nothing;
  readonly findTaken = nothing;
  readonly identify = refuse;
  readonly openRead = refuse;
  readonly linkToPath = refuse;
  readonly identifyHidden = refuse;
  readonly renameHidden = refuse;
  readonly mkdir = refuse;
  readonly move = refuse;
  readonly moveInto = refuse;
  readonly toTrash = refuse;

  /** @param files the folder itself, as a tree of its own */
  constructor(private readonly files: RootedFiles) {}

  /** The real path in the folder of what was made or placed through this object; otherwise the path itself. */
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
    // It is no secret that the folder is gone, or is a file now.
    const { isDirectory } = await this.files.stat('/');
    return { name: '', path: '/', isDirectory, sizeBytes: 0, modifiedAt: new Date(0) };
  }

  freeName(_: string, name: string): Promise<string> {
    return Promise.resolve(name);
  }

  listHidden(): Promise<[]> {
    return Promise.resolve([]);
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

  private async folderOf(dir: string): Promise<string> {
    await this.makeDirs(dir);
    return this.originOf(dir);
  }

  /** A folder with this name, or with the first similar name that no file has: it is not revealed that a file has it. */
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

function nothing(): Promise<null> {
  return Promise.resolve(null);
}

function refuse(path: string): Promise<never> {
  return Promise.reject(new EntryNotFoundError(path));
}
