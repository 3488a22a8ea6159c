import { projectRights, type ProjectClass, type ProjectRight } from '@clusterdesk/contracts';
import { closedToAdding, defaultSwitches, isOn, type Switches } from './switches.js';

/** What somebody is in a project. `manager`: its owner or its administrator; `other`: neither, and no member. */
export type AccessRole = 'manager' | 'member' | 'other';

/** What is known of an entry or of a folder above it. */
export interface KnownEntry {
  path: string;
  /** Whether it was put there by itself, and not with the folder that it is in. */
  wasPut: boolean;
  /** Who put it there; null: the user was deleted since, or nobody knows. */
  putBy: string | null;
  /** Null: none were saved for it. */
  switches: Switches | null;
}

/** What one may do with an entry, and why. */
export interface PermissionDecision extends Record<ProjectRight, boolean> {
  /** New entries may be put below it. */
  add: boolean;
  /** Which switches decide; null: none, managers may do everything. */
  decidedAs: ProjectClass | null;
  /** The nine that hold for the entry. */
  switches: Switches;
  /** Where they were saved; null: nowhere, the defaults hold. */
  savedAt: string | null;
  /** Who put the entry there, by itself or with a folder above it; null: nobody knows. */
  putBy: string | null;
}

/**
 * Decides what somebody may do with one entry of a project (contract: Projects, permissions, approvals). The only place where it
 * is decided.
 * @param chain what is known of the entry and of the folders above it up to the project (`/`), the entry first; what nothing is
 * known of can be left out
 */
export function decidePermission(
  { userId, accessRole }: { userId: string; accessRole: AccessRole },
  chain: readonly KnownEntry[],
): PermissionDecision {
  const { switches, savedAt, putBy } = holdingFor(chain);
  if (accessRole === 'manager') {
    const all = { view: true, edit: true, download: true, add: true };
    return { ...all, decidedAs: null, switches, savedAt, putBy };
  }
  const decidedAs = classOf(accessRole, putBy === userId);
  const [view, edit, download] = projectRights.map((right) => isOn(switches, decidedAs, right));
  return {
    // Without the right to view an entry there is no other right to it.
    view: view === true,
    edit: view === true && edit === true,
    download: view === true && download === true,
    add:
      view === true &&
      (switches & closedToAdding) === 0 &&
      (accessRole === 'member' || edit === true),
    decidedAs,
    switches,
    savedAt,
    putBy,
  };
}

/** What holds for an entry, by itself or because of a folder above it. */
export interface Holding extends Pick<PermissionDecision, 'switches' | 'savedAt' | 'putBy'> {
  /** Whether it is noted who put it there, for itself or a folder above it. */
  wasPut: boolean;
}

/** What holds for the first entry of a chain. */
export function holdingFor(chain: readonly KnownEntry[]): Holding {
  const saved = chain.find(({ switches }) => switches !== null);
  const put = chain.find(({ wasPut }) => wasPut);
  return {
    switches: saved?.switches ?? defaultSwitches,
    savedAt: saved?.path ?? null,
    wasPut: put !== undefined,
    putBy: put?.putBy ?? null,
  };
}

/** A user who put an entry there and has left the project counts as any other user. */
function classOf(accessRole: Exclude<AccessRole, 'manager'>, isPutter: boolean): ProjectClass {
  if (accessRole === 'other') {
    return 'other';
  }
  return isPutter ? 'user' : 'group';
}
