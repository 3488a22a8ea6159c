import { cleanPath } from '../../../platform/file-space/space-path.js';
import { uuidv7 } from '../../../platform/file-space/uuidv7.js';
import type { Conflict } from '../../../platform/file-space/placing/file-placing.js';
import type { Clearing } from '../../../platform/file-space/placing/told-changes.js';
import type { Space } from '../space.js';
import { keptChange, type IntendedStep } from './intended-step.js';
import type { EntryChange } from './space-observer.js';
import { formatIdentity } from '../../../platform/file-space/file-identity.js';

/** The id under which lies in the trash what has to make way; null where nothing does. */
export function clearedIdOf(conflict: Conflict): string | null {
  return conflict === 'overwrite' ? uuidv7() : null;
}

/** The entry at `from` is to come into a folder. @throws EntryNotFoundError */
export async function moveStep(
  space: Space,
  from: string,
  to: { dir: string; name: string },
  clearedId: string | null,
): Promise<Extract<IntendedStep, { kind: 'move' }>> {
  const identity = formatIdentity(await space.files.identify(from));
  return {
    kind: 'move',
    from: cleanPath(from),
    ...to,
    dir: cleanPath(to.dir),
    identity,
    clearedId,
  };
}

/**
 * Lets entries make way to the trash and notes them as removed.
 * @param isKept whether files that are replaced are kept as versions, and noted as such
 */
export function clearing(
  { clearedId }: { clearedId: string | null },
  changes: EntryChange[],
  isKept: boolean,
): Clearing | undefined {
  return clearedId === null
    ? undefined
    : {
        id: clearedId,
        onTrashed: ({ path, id }) => void changes.push({ kind: 'removed', path, trashId: id }),
        onKept: isKept ? (kept) => void changes.push(keptChange(kept)) : undefined,
      };
}
