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

/**
 * Every live process of a job: below its launcher, or wherever it went: in its control group, which none of them can leave, or where
 * it has none carrying its marker; and what is below such a one. The marker is looked for only where nothing else tells: to read the
 * environment of a process waits for the lock of its memory, which a job that forks without end keeps for minutes.
 * @param grouped those of its control group; undefined where it has none
 * @param writer what takes the job's output from it, which is the launcher's and not the job's
 */
export function findMembers(
  launcher: ProcessIdentity | null,
  marker: string,
  grouped?: readonly number[],
  writer: ProcessIdentity | null = null,
): Member[] {
  const living = listProcesses().filter((stat) => !isDead(stat));
  const writers = new Set(treeOf(writer, living).map(({ pid }) => pid));
  const all = living.filter(({ pid }) => !writers.has(pid));
  const tree = treeOf(launcher, all);
  const known = new Set(tree.map((member) => member.pid));
  const group = grouped && new Set(grouped);
  const strays = all
    .filter(({ pid }) => !known.has(pid))
    .filter(({ pid }) => (group ? group.has(pid) : hasEnvironmentEntry(pid, marker)))
    .map((stat) => ({ pid: stat.pid, depth: null }));
  return [...tree, ...withDescendants(all, strays).filter((member) => !known.has(member.pid))];
}

/** A process, if it still runs, and everything below it. */
export function treeOf(root: ProcessIdentity | null, all = listProcesses()): Member[] {
  return root && isRunning(root) ? withDescendants(all, [{ pid: root.pid, depth: 0 }]) : [];
}
