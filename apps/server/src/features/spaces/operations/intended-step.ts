import type { FileSpace } from '../../../platform/file-space/file-space.js';
import { EntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { joinPath, splitParent } from '../../../platform/file-space/space-path.js';
import type { KeptVersion } from '../../../platform/file-space/placing/told-changes.js';
import type { EntryChange } from './space-observer.js';
import { isSameFile, parseIdentity } from '../../../platform/file-space/file-identity.js';

/**
 * What shall happen to one entry, written down before it happens. `identity` (`parseIdentity`) is that of the entry which the
 * step moves or places: it alone tells afterwards whether the step happened, whatever stands under the name by then. Paths are
 * those of the whole space.
 */
export type IntendedStep =
  | ({ kind: 'add' } & Placing)
  | ({ kind: 'move'; from: string } & Placing)
  | { kind: 'remove'; path: string; trashId: string }
  | { kind: 'restore'; from: string; trashId: string; identity: string }
  | { kind: 'purge'; trashId: string };

/** An entry that is to come into a folder. */
interface Placing {
  dir: string;
  /** The name that it shall have; taken, it may get one like it. */
  name: string;
  identity: string;
  /** Under which the entry that has the name lies in the trash when it has to make way, or as a version; null: nothing makes way. */
  clearedId: string | null;
}

/** Looks where the entry is now: what has happened of the step; nothing when it never did. */
export async function findOutcome(files: FileSpace, step: IntendedStep): Promise<EntryChange[]> {
  switch (step.kind) {
    case 'add': {
      const path = await findIn(files, step);
      const cleared = await clearedBy(files, step);
      const added = path === null ? [] : placed(step, path);
      return [...cleared, ...added, ...(await keptBy(files, step, path))];
    }
    case 'move': {
      const to = await findIn(files, step);
      const cleared = await clearedBy(files, step);
      const moved: EntryChange[] =
        to === null || to === step.from ? [] : [{ kind: 'moved', from: step.from, to }];
      return [...cleared, ...moved, ...(await keptBy(files, step, to))];
    }
    case 'remove': {
      const { path, trashId } = step;
      return (await files.trash.find(trashId)) === null ? [] : [{ kind: 'removed', path, trashId }];
    }
    case 'restore': {
      const { from, trashId, identity } = step;
      if ((await files.trash.find(trashId)) !== null) {
        return [];
      }
      const { dir, name } = splitParent(from) ?? { dir: '/', name: '' };
      const path =
        (await findIn(files, { dir, name, identity })) ??
        (await findIn(files, { dir: '/', name, identity }));
      return path === null ? [] : [{ kind: 'restored', path, from, trashId }];
    }
    case 'purge': {
      const { trashId } = step;
      return (await files.trash.find(trashId)) === null ? [{ kind: 'purged', trashId }] : [];
    }
  }
}

/** What it means that an entry of the platform's staging stands at a path now: who may overwrite has replaced what had the name. */
export function placed({ clearedId }: Pick<Placing, 'clearedId'>, path: string): EntryChange[] {
  return [{ kind: clearedId === null ? 'added' : 'replaced', path }];
}

/** What it means that a file is kept that was replaced. */
export function keptChange({ path, id, sizeBytes, modifiedMs }: KeptVersion): EntryChange {
  return { kind: 'kept', path, versionId: id, sizeBytes, modifiedMs };
}

/** At and below which paths a step that is not settled may have changed what is there. */
export function coveredBy(step: IntendedStep): string[] {
  switch (step.kind) {
    case 'add':
      return [joinPath(step.dir, step.name)];
    case 'move':
      return [step.from, joinPath(step.dir, step.name)];
    case 'remove':
      return [step.path];
    case 'restore':
      return [step.from, joinPath('/', splitParent(step.from)?.name ?? '')];
    case 'purge':
      return [];
  }
}

async function clearedBy(files: FileSpace, { clearedId }: Placing): Promise<EntryChange[]> {
  const entry = clearedId === null ? null : await files.trash.find(clearedId);
  return entry ? [{ kind: 'removed', path: entry.path, trashId: entry.id }] : [];
}

/** What became of the file that had the name: a version, unless it still has the name. */
async function keptBy(
  files: FileSpace,
  { dir, name, clearedId }: Placing,
  placedAt: string | null,
): Promise<EntryChange[]> {
  if (clearedId === null) {
    return [];
  }
  const path = placedAt ?? joinPath(dir, name);
  const kept = await files.versions.settle(clearedId, path);
  return kept === null ? [] : [keptChange({ ...kept, id: clearedId, path })];
}

/** Where the entry is in the folder: first by the name that it should have, since looking at all takes long in a large folder. */
async function findIn(
  files: FileSpace,
  { dir, name, identity }: Pick<Placing, 'dir' | 'name' | 'identity'>,
): Promise<string | null> {
  const wanted = parseIdentity(identity);
  const path = joinPath(dir, name);
  const there = await files.identify(path).catch(nullWhenMissing);
  return there !== null && isSameFile(there, wanted)
    ? path
    : files.findIdentity(dir, wanted).catch(nullWhenMissing);
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof EntryNotFoundError) {
    return null;
  }
  throw error;
}
