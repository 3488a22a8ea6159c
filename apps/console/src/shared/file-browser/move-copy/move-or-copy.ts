import { answerCodes, limits } from '@clusterdesk/contracts';
import { ApiError } from '../../api/api-error.js';
import type {
  ConflictFile,
  NameConflictAnswer,
  NameConflictQuestion,
} from '../../ui/dialog/name-conflict-dialog.js';
import { invalidateFiles, inCalls } from '../api/change-files.js';
import { beginTask } from '../api/entry-tasks.js';
import { collectNames } from '../api/collect.js';
import { entryNamed, firstPage } from '../api/folder.js';
import { joinPath, parentOf } from '../file-names.js';
import {
  changesOf,
  type ConflictOperation,
  type FileEntry,
  type FileSpace,
} from '../file-space.js';

/** `save` copies entries of another space: their paths mean nothing here, so none of them is at home in any folder. */
export type MoveCopyMode = 'copy' | 'move' | 'save';
/** Starts a copy of entries into a folder and answers its id; how far it is, is told elsewhere. */
export type StartCopy = (
  paths: string[],
  dir: string,
  operation: ConflictOperation,
) => Promise<string>;
export type AskNameConflict = (question: NameConflictQuestion) => Promise<NameConflictAnswer>;

const parallelChecks = 4;
/** More names than this are not asked about one by one. */
const maxChecks = 200;
/** So often names may be taken between the question and the act. */
const maxRounds = 5;

/**
 * Those of the entries whose names are taken in a folder. The server's word counts, which knows more spellings of a name;
 * of many entries only those are asked about that a look at the folder's names leaves. @throws ApiError
 */
async function findConflicts(
  space: FileSpace,
  items: readonly FileEntry[],
  dir: string,
  isSure: boolean,
): Promise<FileEntry[]> {
  let waiting = [...items];
  if (!isSure || items.length > maxChecks) {
    const first = await firstPage(space, dir);
    const isMany = !first.isWhole && items.length > maxChecks;
    if (first.isWhole || isMany) {
      const taken = isMany
        ? await collectNames(space, dir)
        : new Set(first.items.map(({ localPath }) => localPath));
      waiting = waiting.filter(({ localPath }) => taken.has(localPath));
    }
    if (isMany) {
      return waiting;
    }
  }
  const conflicts: FileEntry[] = [];
  const checkOn = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      if ((await space.checkName(dir, item.localPath)).sameName) {
        conflicts.push(item);
      }
    }
  };
  await Promise.all(Array.from({ length: parallelChecks }, checkOn));
  return conflicts;
}

const detailsOf = ({ size, createDate }: FileEntry): ConflictFile => ({ size, time: createDate });

const operationOf = { cancel: null, overwrite: '1', keepBoth: '2' } as const;

/** Decides what becomes of taken names, one by one or for all that are left; null: this one stays where it is. @throws ApiError */
async function decide(
  space: FileSpace,
  conflicts: FileEntry[],
  dir: string,
  ask: AskNameConflict,
): Promise<Map<string, ConflictOperation | null>> {
  const decided = new Map<string, ConflictOperation | null>();
  for (let next = conflicts.shift(); next; next = conflicts.shift()) {
    const there = await entryNamed(space, dir, next.localPath).catch(() => undefined);
    const files =
      there && !there.directory && !next.directory
        ? { there: detailsOf(there), mine: detailsOf(next) }
        : null;
    const { choice, isForAll } = await ask({
      name: next.localPath,
      isFolder: next.directory,
      newName: (await space.checkName(dir, next.localPath)).newName,
      others: conflicts.length,
      ...(files ? { files } : {}),
    });
    const alike = isForAll ? [next, ...conflicts.splice(0)] : [next];
    alike.forEach(({ path }) => decided.set(path, operationOf[choice]));
  }
  return decided;
}

/** What a refusal because of a name taken meanwhile leaves to do; null: it was refused for another reason. */
function leftBy(error: unknown, paths: readonly string[]): readonly string[] | null {
  if (!(error instanceof ApiError) || error.code !== answerCodes.conflict) {
    return null;
  }
  const { failed } = error.details;
  const isPart = error.error === 'COPY_PARTLY_MOVED' && Array.isArray(failed);
  return isPart ? failed.map(String) : error.error === 'FILE_NAME_TAKEN' ? paths : null;
}

/** What became of entries that were to be moved or copied. */
export interface MoveCopyResult {
  /** How many were accepted, without those that a task moves, which tells of itself. */
  count: number;
  /** Where moved entries are now. */
  paths: string[];
  /** The copies that were started. */
  copyIds: string[];
}

/**
 * Copies or moves entries into a folder of a space; taken names are asked about first, and again when a name was taken between question
 * and act. Copies into their own folder keep both without a question.
 * @throws ApiError
 */
export async function moveOrCopyEntries(
  space: FileSpace,
  mode: MoveCopyMode,
  items: readonly FileEntry[],
  dir: string,
  ask: AskNameConflict,
  startCopy: StartCopy,
): Promise<MoveCopyResult> {
  const isHome = (item: FileEntry): boolean => mode !== 'save' && parentOf(item.path) === dir;
  const result: MoveCopyResult = { count: 0, paths: [], copyIds: [] };
  /** One call's worth; answers the paths that a name taken meanwhile left where they are. */
  const moveOrCopySome = async (paths: string[], operation: ConflictOperation) => {
    try {
      if (mode !== 'move') {
        result.copyIds.push(await startCopy(paths, dir, operation));
      } else if (paths.length > limits.entriesByCall) {
        await beginTask(space.ref, { kind: 'move', paths, dir, operation });
        return [];
      } else {
        const moved = await changesOf(space).move(paths, dir, operation);
        result.paths.push(...moved.map(({ newPath }) => newPath));
      }
      result.count += paths.length;
      return [];
    } catch (error) {
      const left = operation === '0' ? leftBy(error, paths) : null;
      if (left === null) {
        throw error;
      }
      result.count += paths.length - left.length;
      const isLeft = new Set(left);
      const gone = paths.filter((path) => !isLeft.has(path));
      result.paths.push(
        ...gone.map((path) => joinPath(dir, path.slice(path.lastIndexOf('/') + 1))),
      );
      if (round >= maxRounds) {
        throw error;
      }
      return left;
    }
  };
  let round = 1;
  let waiting = mode === 'move' ? items.filter((item) => !isHome(item)) : items;
  try {
    for (; waiting.length > 0; round += 1) {
      const asked = waiting.filter((item) => !isHome(item));
      const decided = await decide(
        space,
        await findConflicts(space, asked, dir, round > 1),
        dir,
        ask,
      );
      const left = new Set<string>();
      for (const operation of ['0', '1', '2'] as const) {
        const group = waiting.filter(
          (item) => (isHome(item) ? '2' : (decided.get(item.path) ?? '0')) === operation,
        );
        const chosen = group.filter((item) => decided.get(item.path) !== null);
        for (const paths of inCalls(chosen.map(({ path }) => path))) {
          (await moveOrCopySome(paths, operation)).forEach((path) => left.add(path));
        }
      }
      waiting = waiting.filter(({ path }) => left.has(path));
    }
  } finally {
    await invalidateFiles(space);
  }
  return result;
}
