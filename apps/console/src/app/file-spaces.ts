import { spaceIdOf, type SpaceRef } from '@clusterdesk/contracts';
import { diskSpace } from '../features/disk/disk-space.js';
import { spaceKeyOf, type FileSpace } from '../shared/file-browser/file-space.js';
import { lateSpace } from '../shared/file-browser/late-space.js';
import { translate } from '../shared/i18n/i18n.js';
import { paths } from '../shared/paths.js';

/** A kind of spaces whose code the first page does not bring. */
interface LateKind {
  folderPath: (id: string, dir: string) => string;
  load: (id: string) => Promise<FileSpace>;
}

const lateKinds: Record<Exclude<SpaceRef['space'], 'disk'>, LateKind> = {
  share: {
    folderPath: paths.receivedShare,
    load: async (id) => (await import('../features/shares/received/share-space.js')).shareSpace(id),
  },
  project: {
    folderPath: paths.project,
    load: async (id) => (await import('../features/projects/project-space.js')).projectSpace(id),
  },
  approval: {
    folderPath: paths.approval,
    load: async (id) => (await import('../features/approvals/approval-space.js')).approvalSpace(id),
  },
};

const spaces = new Map<string, FileSpace>();

/**
 * The space that a reference means, for what outlives its page: transfers. Only the disk's is here at once. Null: this console
 * has no such space.
 */
export function fileSpaceOf(ref: SpaceRef): FileSpace | null {
  if (ref.space === 'disk') {
    return diskSpace;
  }
  // What is written down of a transfer may name a kind that this console does not know.
  const kind = lateKinds[ref.space] as LateKind | undefined;
  if (!kind) {
    return null;
  }
  const id = spaceIdOf(ref);
  const key = spaceKeyOf(ref);
  const space =
    spaces.get(key) ??
    lateSpace(
      {
        ref,
        rootLabel: () => translate(`files:space_${ref.space}`),
        folderPath: (dir) => kind.folderPath(id, dir),
      },
      () => kind.load(id),
    );
  spaces.set(key, space);
  return space;
}

/** The page of a folder of a space, and what it is called; null: this console has no such space. */
export function placeOf(ref: SpaceRef, dir: string): { to: string; name: string } | null {
  const space = fileSpaceOf(ref);
  return space && { to: space.folderPath(dir), name: dir === '/' ? space.rootLabel() : dir };
}
