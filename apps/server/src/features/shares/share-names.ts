import { MountedPaths } from '../../platform/file-space/mounted-paths.js';

/**
 * Under which name each entry of a share stands at its top, in their order: its own, numbered when two have the same. An entry
 * that is missing keeps its name, so that those of the others stay.
 */
export function namesInShare(paths: readonly { path: string }[]): string[] {
  return new MountedPaths(paths.map(({ path }) => path)).names();
}
