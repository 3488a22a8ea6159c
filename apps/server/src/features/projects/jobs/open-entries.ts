import { limits, type ProjectRight } from '@clusterdesk/contracts';
import { joinPath, splitPath } from '../../../platform/file-space/space-path.js';
import {
  decidePermission,
  holdingFor,
  type AccessRole,
  type KnownEntry,
} from '../permission/decide-permission.js';
import { bitOf, closedToAdding, type Switches } from '../permission/switches.js';

/** An entry of a project that a job may be shown whole. */
export interface OpenEntry {
  path: string;
  isDirectory: boolean;
}

/** Somebody who wants a job to be shown entries. */
export interface ViewAsker {
  userId: string;
  accessRole: AccessRole;
  /** Whether anybody else but managers may put entries into the project. */
  othersMayAdd: boolean;
}

/** What is known of entries, and what of it an operation covers that is not settled. */
export interface KnownTree {
  entries: readonly KnownEntry[];
  unsettled: { readonly roots: ReadonlySet<string>; has(path: string): boolean };
}

/** How a walk looks at the files. */
export interface ViewFiles {
  /** The entries of a folder; no more of them are needed than asked for. */
  list(path: string, most: number): Promise<readonly OpenEntry[]>;
  /** Null: it is not there. */
  stat(path: string): Promise<OpenEntry | null>;
}

/** There are more single entries to show, or names to look at, than one job may have. */
export class TooScattered extends Error {}

/** How many names a walk looks at, at most. */
const lookedAt = 20_000;
/** Bytes of all paths together: they are one message to an agent. */
const pathBytesMax = 256 * 1024;

interface Node {
  known: KnownEntry | null;
  isUnsettled: boolean;
  children: Map<string, Node>;
}

/** What is known of an entry and the folders above it, the nearest first. */
type Chain = readonly KnownEntry[];

/**
 * Which entries of a project a job may be shown whole, for its user: a folder is *open* if the user has the rights to all that is known
 * at it and below it, and also to whatever others may put there while the job runs. Pure but for how it looks at files.
 */
export class OpenEntries {
  private readonly root: Node = newNode(null);

  /** @param rights that the user needs to each entry */
  constructor(
    private readonly asker: ViewAsker,
    private readonly rights: readonly ProjectRight[],
    private readonly tree: KnownTree,
  ) {
    for (const entry of tree.entries) {
      this.ensure(entry.path).known = entry;
    }
    for (const path of tree.unsettled.roots) {
      this.ensure(path).isUnsettled = true;
    }
  }

  /** Whether an entry may be shown whole. */
  isOpen({ path, isDirectory }: OpenEntry): boolean {
    const { node, chain } = this.at(path);
    return isDirectory ? this.isOpenFolder(path, node, chain) : this.mayUse(path, chain);
  }

  /** Whether the user has the rights to an entry and all that is known below it, whatever others may put there. */
  mayUseWhole({ path, isDirectory }: OpenEntry): boolean {
    const { node, chain } = this.at(path);
    return this.mayUse(path, chain) && (!isDirectory || this.isAllowedBelow(node, chain));
  }

  /**
   * All of an entry that the user has the rights to, as the largest entries that may be shown whole.
   * @param without what is shown otherwise
   * @throws TooScattered
   */
  async find(
    from: OpenEntry,
    files: ViewFiles,
    most: number = limits.jobProjectEntriesMax,
    without: string | null = null,
  ): Promise<OpenEntry[]> {
    const found: OpenEntry[] = [];
    let names = 0;
    let bytes = 0;
    const note = (entry: OpenEntry): void => {
      bytes += Buffer.byteLength(entry.path);
      if (found.length >= most || bytes > pathBytesMax) {
        throw new TooScattered();
      }
      found.push(entry);
    };
    const look = async (entry: OpenEntry, node: Node | undefined, chain: Chain): Promise<void> => {
      const { path, isDirectory } = entry;
      if (path === without) {
        return;
      }
      if (!isDirectory) {
        if (this.mayUse(path, chain)) {
          note(entry);
        }
        return;
      }
      if (this.isOpenFolder(path, node, chain)) {
        note(entry);
        return;
      }
      for (const child of await children(path, node, chain)) {
        const below = node?.children.get(nameOf(child.path));
        await look(child, below, below?.known ? [below.known, ...chain] : chain);
      }
    };
    const children = async (
      path: string,
      node: Node | undefined,
      chain: Chain,
    ): Promise<readonly OpenEntry[]> => {
      if (this.mayUse(path, chain)) {
        const listed = await files.list(path, lookedAt + 1 - names);
        names += listed.length;
        if (names > lookedAt) {
          throw new TooScattered();
        }
        return listed;
      }
      // What nothing is known of has the rights of its folder: none.
      const there: OpenEntry[] = [];
      for (const [name, below] of node?.children ?? []) {
        if (this.mayHold(below, below.known ? [below.known, ...chain] : chain)) {
          names += 1;
          const entry = await files.stat(joinPath(path, name));
          there.push(...(entry ? [entry] : []));
        }
      }
      return there;
    };
    const { node, chain } = this.at(from.path);
    await look(from, node, chain);
    return found;
  }

  private ensure(path: string): Node {
    let node = this.root;
    for (const name of splitPath(path)) {
      const next = node.children.get(name) ?? newNode(null);
      node.children.set(name, next);
      node = next;
    }
    return node;
  }

  private at(path: string): { node: Node | undefined; chain: Chain } {
    let node: Node | undefined = this.root;
    let chain: Chain = node.known ? [node.known] : [];
    for (const name of splitPath(path)) {
      node = node?.children.get(name);
      chain = node?.known ? [node.known, ...chain] : chain;
    }
    return { node, chain };
  }

  private get isManager(): boolean {
    return this.asker.accessRole === 'manager';
  }

  private mayUse(path: string, chain: Chain): boolean {
    return this.hasRights(chain) && (this.isManager || !this.tree.unsettled.has(path));
  }

  private hasRights(chain: Chain): boolean {
    const decision = decidePermission(this.asker, chain);
    return this.rights.every((right) => decision[right]);
  }

  private isOpenFolder(path: string, node: Node | undefined, chain: Chain): boolean {
    return this.mayUse(path, chain) && this.isShared(chain) && this.isOpenBelow(node, chain);
  }

  private isOpenBelow(node: Node | undefined, chain: Chain): boolean {
    return this.holdsBelow(node, chain, (at) => this.hasRights(at) && this.isShared(at));
  }

  private isAllowedBelow(node: Node | undefined, chain: Chain): boolean {
    return this.holdsBelow(node, chain, (at) => this.hasRights(at));
  }

  /** Of each entry that is known below one. */
  private holdsBelow(
    node: Node | undefined,
    chain: Chain,
    isTrue: (chain: Chain) => boolean,
  ): boolean {
    if (this.isManager) {
      return true;
    }
    for (const below of node?.children.values() ?? []) {
      const at = below.known ? [below.known, ...chain] : chain;
      if (below.isUnsettled || !isTrue(at) || !this.holdsBelow(below, at, isTrue)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the user has the rights to an entry, or to anything known below it. */
  private mayHold(node: Node, chain: Chain): boolean {
    return (
      this.hasRights(chain) ||
      [...node.children.values()].some((below) =>
        this.mayHold(below, below.known ? [below.known, ...chain] : chain),
      )
    );
  }

  /** Whether the user has the rights to what others may put into a folder, by its switches. */
  private isShared(chain: Chain): boolean {
    const { userId, accessRole, othersMayAdd } = this.asker;
    const { switches, putBy } = holdingFor(chain);
    // Only what the user put there has other rights than what anybody else did.
    if (accessRole !== 'member' || putBy !== userId || !othersMayAdd || !lettingAdd(switches)) {
      return true;
    }
    const needed = [...this.rights, 'view' as const].map((right) => bitOf('group', right));
    return needed.every((bit) => (switches & bit) !== 0);
  }
}

/** Whether somebody who did not put a folder there, and is no manager, may put entries into it. */
function lettingAdd(switches: Switches): boolean {
  const ofOthers = bitOf('other', 'view') | bitOf('other', 'edit');
  return (
    (switches & closedToAdding) === 0 &&
    ((switches & bitOf('group', 'view')) !== 0 || (switches & ofOthers) === ofOthers)
  );
}

const newNode = (known: KnownEntry | null): Node => ({
  known,
  isUnsettled: false,
  children: new Map(),
});

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
