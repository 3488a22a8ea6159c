import { endpoints, type CopyState, type EntryTask, type SpaceRef } from '@clusterdesk/contracts';
import { call } from '../../api/call.js';

const followers = new Set<(state: CopyState) => void>();

/** Shows tasks from their beginning, whichever page begins them. Until the answer is called. */
export function followTasks(follower: (state: CopyState) => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** Begins a task of the server, which goes on whatever becomes of this window. @throws ApiError when it may not begin */
export async function beginTask(ref: SpaceRef, task: EntryTask): Promise<void> {
  if (ref.space !== 'disk' && ref.space !== 'project') {
    throw new Error(`Nothing of the space ${ref.space} is the user's to change.`);
  }
  const state = await call(endpoints.copies.begin, { space: ref, task });
  followers.forEach((follower) => follower(state));
}
