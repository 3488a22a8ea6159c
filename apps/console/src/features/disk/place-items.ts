import { endpoints, type DiskItem } from '@clusterdesk/contracts';
import { call } from '../../shared/api/call.js';
import type { SameNameAnswer, SameNameQuestion } from '../../shared/ui/same-name-dialog.js';
import { askAgain, checkName } from './api/change-files.js';
import { firstPage } from './api/folder.js';
import { parentOf } from './file-names.js';

export type PlaceMode = 'copy' | 'move';
/** What becomes of a taken name: refuse, overwrite, keep both (contract: Personal disk). */
export type PlaceOperation = '0' | '1' | '2';
/** Starts a copy of entries into a folder; how far it is, is told elsewhere. */
export type StartCopy = (paths: string[], dir: string, operation: PlaceOperation) => Promise<void>;
export type AskSameName = (question: SameNameQuestion) => Promise<SameNameAnswer>;

const parallelChecks = 4;

interface Conflict {
  item: DiskItem;
  newName: string;
}

/** Those of the entries whose names are taken in a folder. @throws ApiError */
async function findConflicts(items: readonly DiskItem[], dir: string): Promise<Conflict[]> {
  const { items: there, isWhole } = await firstPage(dir);
  const taken = new Set(there.map((item) => item.localPath));
  const waiting = items.filter((item) => !isWhole || taken.has(item.localPath));
  const conflicts: Conflict[] = [];
  const checkOn = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const { sameName, newName } = await checkName(dir, item.localPath);
      if (sameName) {
        conflicts.push({ item, newName });
      }
    }
  };
  await Promise.all(Array.from({ length: parallelChecks }, checkOn));
  return conflicts;
}

const operationOf = { cancel: null, overwrite: '1', keepBoth: '2' } as const;

/** Decides what becomes of taken names, one by one or for all that are left; null: this one stays where it is. */
async function decide(
  conflicts: Conflict[],
  ask: AskSameName,
): Promise<Map<string, PlaceOperation | null>> {
  const decided = new Map<string, PlaceOperation | null>();
  for (let next = conflicts.shift(); next; next = conflicts.shift()) {
    const { choice, isForAll } = await ask({
      name: next.item.localPath,
      isFolder: next.item.directory,
      newName: next.newName,
      others: conflicts.length,
    });
    const alike = isForAll ? [next, ...conflicts.splice(0)] : [next];
    alike.forEach(({ item }) => decided.set(item.path, operationOf[choice]));
  }
  return decided;
}

/**
 * Copies or moves entries into a folder; taken names are asked about first. Copies into their own folder keep both without a
 * question. Answers the paths the entries have afterwards where that is known (moves), and how many were taken on.
 * @throws ApiError
 */
export async function placeItems(
  mode: PlaceMode,
  items: readonly DiskItem[],
  dir: string,
  ask: AskSameName,
  startCopy: StartCopy,
): Promise<{ placed: number; paths: string[] }> {
  const isHome = (item: DiskItem): boolean => parentOf(item.path) === dir;
  const moving = mode === 'move' ? items.filter((item) => !isHome(item)) : items;
  const asked = moving.filter((item) => !isHome(item));
  const decided = await decide(await findConflicts(asked, dir), ask);
  const groups: Record<PlaceOperation, string[]> = { 0: [], 1: [], 2: [] };
  for (const item of moving) {
    const operation = isHome(item) ? '2' : decided.get(item.path);
    if (operation !== null) {
      groups[operation ?? '0'].push(item.path);
    }
  }
  const paths: string[] = [];
  let placed = 0;
  try {
    for (const operation of ['0', '1', '2'] as const) {
      const group = groups[operation];
      if (group.length === 0) {
        continue;
      }
      if (mode === 'copy') {
        await startCopy(group, dir, operation);
      } else {
        const moved = await call(endpoints.copies.move, { paths: group, dir, operation });
        paths.push(...moved.map(({ newPath }) => newPath));
      }
      placed += group.length;
    }
  } finally {
    await askAgain();
  }
  return { placed, paths };
}
