import type { CopyState, Language } from '@clusterdesk/contracts';
import { refOf } from '../spaces/space-key.js';
import { targetKeyOf, type CopyTaskEntity } from './copy-task.entity.js';

/** How far a copy is, for its user. */
export function toCopyState(copy: CopyTaskEntity, language: Language): CopyState {
  const first = copy.paths[0] ?? '';
  return {
    copyId: copy.id,
    kind: copy.kind,
    state: copy.state,
    from: refOf(copy),
    to: refOf(targetKeyOf(copy)),
    dir: copy.dir,
    name: first.slice(first.lastIndexOf('/') + 1),
    placedPath: copy.placedPath,
    entries: copy.paths.length,
    doneBytes: copy.doneBytes,
    totalBytes: copy.totalBytes,
    doneFiles: copy.doneFiles,
    totalFiles: copy.totalFiles,
    message: copy.message?.[language] ?? '',
  };
}
