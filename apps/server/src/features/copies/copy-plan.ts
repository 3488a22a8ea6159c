import type { SpaceRef } from '@clusterdesk/contracts';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import {
  NameTakenError,
  NotAFolderError,
  RootFixedError,
} from '../../platform/file-space/file-space.errors.js';
import type { FileSpace } from '../../platform/file-space/file-space.js';
import {
  joinPath,
  nameKey,
  splitParent,
  splitPath,
  withoutNestedPaths,
} from '../../platform/file-space/space-path.js';
import type { DomainError } from '../../platform/http/domain-error.js';
import { ReplacesItsFolderError, SameNameTwiceError } from './copy.errors.js';

/** What goes where, both as paths are kept. */
export interface Plan {
  /** None is below another. */
  paths: string[];
  dir: string;
}

/** A space, and what it is called. */
export interface Place {
  ref: SpaceRef;
  space: FileSpace;
}

/**
 * What is to be copied or moved, once it is sure that each entry exists and may go into the folder. What
 * happens until it is done is decided when each is placed.
 * @throws the reason why one may not; `intoItself` when the folder lies in what is to go there.
 */
export async function planPlacing(
  from: Place,
  selected: readonly string[],
  to: Place,
  targetDir: string,
  conflict: Conflict,
  intoItself: () => DomainError,
): Promise<Plan> {
  const dir = `/${splitPath(targetDir).join('/')}`;
  const paths = withoutNestedPaths(selected);
  const isSameSpace = from.ref.space === to.ref.space && from.ref.projectId === to.ref.projectId;
  if (!(await to.space.stat(dir)).isDirectory) {
    throw new NotAFolderError(splitPath(dir).pop() ?? '/');
  }
  const names = new Set<string>();
  for (const path of paths) {
    const parent = splitParent(path);
    if (parent === null) {
      throw new RootFixedError();
    }
    await from.space.stat(path);
    if (isSameSpace && isWithin(dir, path)) {
      throw intoItself();
    }
    if (conflict === 'keepBoth') {
      continue;
    }
    if (names.has(nameKey(parent.name))) {
      throw new SameNameTwiceError(parent.name);
    }
    names.add(nameKey(parent.name));
    const taken = await to.space.findTaken(dir, parent.name);
    if (taken !== null && conflict === 'refuse') {
      throw new NameTakenError(taken);
    }
    if (taken !== null && isSameSpace) {
      const replaced = joinPath(dir, taken);
      if (paths.some((other) => other !== replaced && isWithin(other, replaced))) {
        throw new ReplacesItsFolderError(taken);
      }
    }
  }
  return { paths, dir };
}

/** Whether a path is a folder's, or of something in it. */
function isWithin(path: string, folder: string): boolean {
  return joinPath(path, '').startsWith(joinPath(folder, ''));
}
