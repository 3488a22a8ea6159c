import { splitParent, joinPath } from '../../../platform/file-space/space-path.js';
import { ancestorDirs } from '../ancestor-dirs.js';
import { coveredBy, type IntendedStep } from './intended-step.js';

/** The number that a name gets when it is taken (`numberedName`). */
const number = / \(\d+\)(?=(?:\.[^ ]*)?$)/;

/** What the operations of a space that are not settled cover: of what is there nobody knows yet whose it is. */
export class UnsettledPaths {
  readonly roots: ReadonlySet<string>;

  constructor(steps: readonly IntendedStep[]) {
    this.roots = new Set(steps.flatMap(coveredBy));
  }

  /** Whether an entry is among them, or lies below one. */
  has(path: string): boolean {
    return this.roots.size > 0 && ancestorDirs(path).some((at) => this.isCovered(at));
  }

  /** Also under a name like the one that an entry should get. */
  private isCovered(path: string): boolean {
    if (this.roots.has(path)) {
      return true;
    }
    const parent = splitParent(path);
    const name = parent?.name.replace(number, '');
    return (
      parent !== null && name !== parent.name && this.roots.has(joinPath(parent.dir, name ?? ''))
    );
  }
}
