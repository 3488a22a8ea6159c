import {
  hasEnvironmentEntry,
  isDead,
  isRunning,
  listProcesses,
  type ProcessIdentity,
  type ProcessStat,
} from '@clusterdesk/host';

/** One process of a job. `depth` counts from the launcher (0); those that left the tree have none. */
export interface Member {
  pid: number;
  depth: number | null;
}

/** The roots and everything below them among these processes. */
export function withDescendants(all: readonly ProcessStat[], roots: readonly Member[]): Member[] {
  const members = new Map(roots.map((root) => [root.pid, root]));
  const queue = [...roots];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    for (const child of all) {
      if (child.parentPid === parent.pid && !members.has(child.pid)) {
        const member = { pid: child.pid, depth: parent.depth === null ? null : parent.depth + 1 };
        members.set(child.pid, member);
        queue.push(member);
      }
    }
  }
  return [...members.values()];
}

/** Every live process of a job: below its launcher, or carrying its marker wherever it went, or below such a one. */
export function findMembers(launcher: ProcessIdentity | null, marker: string): Member[] {
  const all = listProcesses().filter((stat) => !isDead(stat));
  const roots = launcher && isRunning(launcher) ? [{ pid: launcher.pid, depth: 0 }] : [];
  const tree = withDescendants(all, roots);
  const known = new Set(tree.map((member) => member.pid));
  const strays = all
    .filter((stat) => !known.has(stat.pid) && hasEnvironmentEntry(stat.pid, marker))
    .map((stat) => ({ pid: stat.pid, depth: null }));
  return [...tree, ...withDescendants(all, strays).filter((member) => !known.has(member.pid))];
}
