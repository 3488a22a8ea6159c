import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import {
  NameTakenError,
  NotAFolderError,
  RootFixedError,
} from '../../platform/file-space/file-space.errors.js';
import {
  cleanPath,
  isWithin,
  joinPath,
  nameKey,
  splitParent,
  splitPath,
  withoutNestedPaths,
} from '../../platform/file-space/space-path.js';
import type { DomainError } from '../../platform/http/domain-error.js';
import { assertMayReplace } from '../spaces/replacing.js';
import { isSameSpace } from '../spaces/space-key.js';
import type { Space } from '../spaces/space.js';
import { ReplacesItsFolderError, SameNameTwiceError } from './copy.errors.js';

/** What goes where, as normalized paths. */
export interface Plan {
  /** None is below another. */
  paths: string[];
  dir: string;
}

/**
 * Plans a copy or move after checking that each entry exists and may go into the folder. What
 * changes until then is checked when each entry is placed.
 * @throws the reason why an entry may not; `intoItself` when the folder lies within an entry.
 */
export async function planPlacing(
  from: Space,
  selected: readonly string[],
  to: Space,
  targetDir: string,
  conflict: Conflict,
  intoItself: () => DomainError,
): Promise<Plan> {
  const dir = cleanPath(targetDir);
  const paths = withoutNestedPaths(selected);
  const isSame = isSameSpace(from.key, to.key);
  if (!(await to.files.stat(dir)).isDirectory) {
    throw new NotAFolderError(splitPath(dir).pop() ?? '/');
  }
  const names = new Set<string>();
  for (const path of paths) {
    const parent = splitParent(path);
    if (parent === null) {
      throw new RootFixedError();
    }
    await from.files.stat(path);
    if (isSame && isWithin(dir, path)) {
      throw intoItself();
    }
    if (conflict === 'keepBoth') {
      continue;
    }
    if (names.has(nameKey(parent.name))) {
      throw new SameNameTwiceError(parent.name);
    }
    names.add(nameKey(parent.name));
    const taken = await to.files.findTaken(dir, parent.name);
    if (taken === null) {
      continue;
    }
    if (conflict === 'refuse') {
      throw new NameTakenError(taken);
    }
    const replaced = joinPath(dir, taken);
    await assertMayReplace(to, replaced);
    if (isSame) {
      if (paths.some((other) => other !== replaced && isWithin(other, replaced))) {
        throw new ReplacesItsFolderError(taken);
      }
    }
  }
  return { paths, dir };
}
