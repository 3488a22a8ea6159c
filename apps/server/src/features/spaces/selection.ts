import { createHash } from 'node:crypto';
import type { SpaceRef } from '@clusterdesk/contracts';
import type { FileSpace } from '../../platform/file-space/file-space.js';
import {
  splitParent,
  splitPath,
  withoutNestedPaths,
} from '../../platform/file-space/space-path.js';
import type { OnUnreachable } from '../../platform/file-space/listing/space-listing.js';
import type { SpaceEntry } from '../../platform/file-space/space-tree.js';

/** What a download consists of, measured at one moment. */
export interface Selection {
  /** None is below another. */
  paths: string[];
  totalBytes: number;
  totalFiles: number;
  /** SHA-256 over every entry's path, size and time: the same selection, unchanged, has the same. */
  fingerprint: string;
}

/** Every entry of a selection, each folder before what is in it. */
export async function* walkSelection(
  space: FileSpace,
  paths: readonly string[],
  onUnreachable?: OnUnreachable,
): AsyncGenerator<SpaceEntry> {
  for (const path of paths) {
    const entry = await space.stat(path);
    yield entry;
    if (entry.isDirectory) {
      yield* space.walk(path, onUnreachable);
    }
  }
}

/** Looks at everything selected. */
export async function measureSelection(
  space: FileSpace,
  ref: SpaceRef,
  selected: readonly string[],
): Promise<Selection> {
  const paths = withoutNestedPaths(selected);
  const hash = createHash('sha256').update(JSON.stringify([ref.space, ref.projectId, paths]));
  let totalBytes = 0;
  let totalFiles = 0;
  for await (const entry of walkSelection(space, paths)) {
    hash.update(JSON.stringify([entry.path, entry.sizeBytes, entry.modifiedAt.getTime()]));
    totalBytes += entry.sizeBytes;
    totalFiles += entry.isDirectory ? 0 : 1;
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
