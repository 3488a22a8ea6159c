import { createHash } from 'node:crypto';
import { limits } from '@clusterdesk/contracts';
import type { RootedFiles } from '../../platform/file-space/rooted-files.js';
import {
  splitParent,
  splitPath,
  withoutNestedPaths,
} from '../../platform/file-space/space-path.js';
import type { WalkOptions } from '../../platform/file-space/listing/space-listing.js';
import type { SpaceKey } from './space-key.js';
import { SelectionTooLargeError } from './space.errors.js';
import type { SpaceEntry } from '../../platform/file-space/space-tree.js';
import { formatIdentity } from '../../platform/file-space/file-identity.js';

/** What a download consists of, measured at one moment. */
export interface Selection {
  /** No path is below another. */
  paths: string[];
  totalBytes: number;
  totalFiles: number;
  /**
   * SHA-256 over every entry's path, size and time, and over which files were selected: the same selection, unchanged, has the
   * same. A file in a folder that is replaced by one of its size and time changes the time of the folder.
   */
  fingerprint: string;
}

/** Every entry of a selection, each folder before what is in it. */
export async function* walkSelection(
  files: RootedFiles,
  paths: readonly string[],
  options: WalkOptions = {},
): AsyncGenerator<SpaceEntry> {
  for (const path of paths) {
    const entry = await files.stat(path);
    yield entry;
    if (entry.isDirectory) {
      yield* files.walk(path, options);
    }
  }
}

/**
 * Looks at everything selected that the filter lets through.
 * @throws SelectionTooLargeError beyond `limits.selectionMaxEntries` entries; the signal's reason when it is aborted.
 */
export async function measureSelection(
  files: RootedFiles,
  key: SpaceKey,
  selected: readonly string[],
  options: Pick<WalkOptions, 'filter' | 'signal'> = {},
): Promise<Selection> {
  const paths = withoutNestedPaths(selected);
  const hash = createHash('sha256').update(JSON.stringify([key.space, key.spaceId, paths]));
  const selectedPaths = new Set(paths);
  let totalBytes = 0;
  let totalFiles = 0;
  let entries = 0;
  for await (const entry of walkSelection(files, paths, options)) {
    hash.update(JSON.stringify([entry.path, entry.sizeBytes, entry.modifiedAt.getTime()]));
    if (!entry.isDirectory && selectedPaths.has(entry.path)) {
      hash.update(formatIdentity(await files.identify(entry.path)));
    }
    totalBytes += entry.sizeBytes;
    totalFiles += entry.isDirectory ? 0 : 1;
    entries += 1;
    if (entries > limits.selectionMaxEntries) {
      throw new SelectionTooLargeError();
    }
  }
  return { paths, totalBytes, totalFiles, fingerprint: hash.digest('hex') };
}

/** The deepest folder that holds all of them. */
export function commonParent(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => splitPath(splitParent(path)?.dir ?? '/'));
  let depth = 0;
  while (depth < first.length && others.every((parts) => parts[depth] === first[depth])) {
    depth += 1;
  }
  return `/${first.slice(0, depth).join('/')}`;
}

/** The name of the zip: the folder itself, or the folder that the entries are in. */
export function packageName(paths: readonly string[]): string {
  const [only] = paths;
  const source = paths.length === 1 && only !== undefined ? only : commonParent(paths);
  return `${splitPath(source).pop() ?? 'files'}.zip`;
}
