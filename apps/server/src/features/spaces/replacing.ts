import { joinPath } from '../../platform/file-space/space-path.js';
import { assertMay, type Space } from './space.js';

/** To replace an entry is to edit it, besides adding to its folder. @throws the reason why the user may not. */
export function assertMayReplace(space: Space, path: string): Promise<void> {
  return assertMay(space, 'edit', [path]);
}

/** The bytes of what has this name in a folder and is about to be replaced; 0 when the name is free. */
export async function checkReplaced(space: Space, dir: string, name: string): Promise<number> {
  const taken = await space.files.findTaken(dir, name);
  if (taken === null) {
    return 0;
  }
  const path = joinPath(dir, taken);
  await assertMayReplace(space, path);
  return (await space.files.stat(path)).sizeBytes;
}
