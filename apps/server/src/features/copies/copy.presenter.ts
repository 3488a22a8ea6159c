import type { CopyState, Language } from '@clusterdesk/contracts';
import { refOf } from '../spaces/space-key.js';
import { targetKeyOf, type CopyTaskEntity } from './copy-task.entity.js';

/** Whether the paths of a task are ids of the trash, which are no names. */
const isOfTrash = ({ kind }: CopyTaskEntity): boolean => kind === 'restore' || kind === 'purge';

/** What a task is about, for the log. */
export function loggedOf(copy: CopyTaskEntity): Record<string, unknown> {
  const { kind, paths, dir, totalFiles } = copy;
  return isOfTrash(copy) ? { kind, count: totalFiles } : { kind, paths, dir };
}

/** How far a copy or another task is, for its user. */
export function toCopyState(copy: CopyTaskEntity, language: Language): CopyState {
  const first = isOfTrash(copy) ? '' : (copy.paths[0] ?? '');
  return {
    copyId: copy.id,
    kind: copy.kind,
    state: copy.state,
    from: refOf(copy),
    to: refOf(targetKeyOf(copy)),
    dir: copy.dir,
    name: first.slice(first.lastIndexOf('/') + 1),
    placedPath: copy.placedPath,
    entries: copy.newestId === null ? copy.paths.length : copy.totalFiles,
    doneBytes: copy.doneBytes,
    totalBytes: copy.totalBytes,
    doneFiles: copy.doneFiles,
    totalFiles: copy.totalFiles,
    sha256: copy.sha256,
    message: copy.message?.[language] ?? '',
  };
}
