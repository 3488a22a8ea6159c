import type { GroupView, UploadState } from '../upload/queue/upload-group.js';

/** So many loose files chosen together are one row. */
const batchFrom = 12;

/** The state that says most of several groups, in the order of the rows. */
const stateOf = (groups: readonly GroupView[]): UploadState =>
  (['uploading', 'offline', 'checking', 'waiting', 'paused', 'failed'] as const).find((state) =>
    groups.some((group) => group.state === state),
  ) ?? 'complete';

/** Many loose files chosen together, as one group with the task's id. */
function batchOf(taskId: string, groups: readonly GroupView[], name: string): GroupView {
  const sum = (read: (group: GroupView) => number): number =>
    groups.reduce((total, group) => total + read(group), 0);
  const reasons = new Map<string, number>();
  groups
    .flatMap(({ problems }) => problems)
    .forEach(({ message, count }) => reasons.set(message, (reasons.get(message) ?? 0) + count));
  const [first] = groups;
  return {
    id: taskId,
    taskId,
    space: first?.space ?? { space: 'disk' },
    dir: first?.dir ?? '/',
    name,
    isFolder: true,
    items: groups.flatMap(({ items }) => items),
    fileCount: sum((group) => group.fileCount),
    plainCount: sum((group) => group.plainCount),
    completeCount: sum((group) => group.completeCount),
    failedCount: sum((group) => group.failedCount),
    loadedBytes: sum((group) => group.loadedBytes),
    totalBytes: sum((group) => group.totalBytes),
    state: stateOf(groups),
    problem: groups.find((group) => group.problem)?.problem ?? null,
    problems: [...reasons]
      .map(([message, count]) => ({ message, count }))
      .sort((a, b) => b.count - a.count),
  };
}

/** The groups as rows: loose files that were chosen together become one row when they are many. */
export function withBatches(
  groups: readonly GroupView[],
  nameOf: (count: number) => string,
): GroupView[] {
  const loose = new Map<string, GroupView[]>();
  for (const group of groups.filter(({ isFolder }) => !isFolder)) {
    const members = loose.get(group.taskId) ?? [];
    members.push(group);
    loose.set(group.taskId, members);
  }
  const isBatch = (group: GroupView): boolean =>
    !group.isFolder && (loose.get(group.taskId)?.length ?? 0) >= batchFrom;
  const seen = new Set<string>();
  return groups.flatMap((group) => {
    if (!isBatch(group)) {
      return [group];
    }
    if (seen.has(group.taskId)) {
      return [];
    }
    seen.add(group.taskId);
    const members = loose.get(group.taskId) ?? [];
    return [batchOf(group.taskId, members, nameOf(members.length))];
  });
}
