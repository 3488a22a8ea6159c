import type { FileSpace } from '../../../platform/file-space/file-space.js';
import { EntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { joinPath, splitParent } from '../../../platform/file-space/space-path.js';
import { parseIdentity } from '../storage/parse-identity.js';
import type { EntryChange } from './space-observer.js';

/**
 * What shall happen to one entry, written down before it happens. `identity` (device and inode) tells afterwards where
 * the entry is, whatever its name has become. Paths are those of the whole space.
 */
export type IntendedStep =
  /** `replaces`: the entry that has the name, if it is to be replaced. `identity` null: it is being made. */
  | { kind: 'add'; dir: string; name: string; identity: string | null; replaces: string | null }
  | { kind: 'move'; from: string; dir: string; identity: string; replaces: string | null }
  | { kind: 'remove'; path: string; trashId: string }
  | { kind: 'restore'; from: string; trashId: string; identity: string }
  | { kind: 'purge'; trashId: string };

/** Looks where the entry is now: what has happened of the step; nothing when it never did. */
export async function findOutcome(files: FileSpace, step: IntendedStep): Promise<EntryChange[]> {
  switch (step.kind) {
    case 'add': {
      const path =
        step.identity === null
          ? await pathIfThere(files, joinPath(step.dir, step.name))
          : await findIn(files, step.dir, step.identity);
      return path === null ? [] : [...replacement(step, path), { kind: 'added', path }];
    }
    case 'move': {
      const to = await findIn(files, step.dir, step.identity);
      return to === null || to === step.from
        ? []
        : [...replacement(step, to), { kind: 'moved', from: step.from, to }];
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
      const dir = splitParent(from)?.dir ?? '/';
      const path = (await findIn(files, dir, identity)) ?? (await findIn(files, '/', identity));
      return path === null ? [] : [{ kind: 'restored', path, from, trashId }];
    }
    case 'purge': {
      const { trashId } = step;
      return (await files.trash.find(trashId)) === null ? [{ kind: 'purged', trashId }] : [];
    }
  }
}

/** That an entry came where another one was. */
export function replacement(step: { replaces: string | null }, path: string): EntryChange[] {
  return step.replaces === path ? [{ kind: 'replaced', path }] : [];
}

async function findIn(files: FileSpace, dir: string, identity: string): Promise<string | null> {
  return files.findIdentity(dir, parseIdentity(identity)).catch(nullWhenMissing);
}

async function pathIfThere(files: FileSpace, path: string): Promise<string | null> {
  return files.stat(path).then(() => path, nullWhenMissing);
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof EntryNotFoundError) {
    return null;
  }
  throw error;
}
