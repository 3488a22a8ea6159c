import { endpoints } from '@clusterdesk/contracts';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import type { SameNameAnswer, SameNameQuestion } from '../../../shared/ui/same-name-dialog.js';
import { renameFolder, type UploadGroup } from './upload-group.js';
import type { UploadQueue } from './upload-queue.js';

const parallelChecks = 4;

interface Conflict {
  group: UploadGroup;
  newName: string;
}

async function check(group: UploadGroup, queue: UploadQueue): Promise<Conflict | null> {
  try {
    const { sameName, newName } = await call(endpoints.disk.checkSameName, {
      path: group.dir,
      fileName: group.name,
      isUploadFolder: group.isFolder,
      ...(group.space.projectId ? { projectId: group.space.projectId } : {}),
    });
    if (sameName) {
      return { group, newName };
    }
    queue.release(group, '0');
  } catch (error) {
    queue.refuse(group, messageOf(error));
  }
  return null;
}

function settle(
  { group, newName }: Conflict,
  choice: SameNameAnswer['choice'],
  queue: UploadQueue,
): void {
  if (choice === 'cancel') {
    queue.cancel(group.id);
  } else if (choice === 'overwrite') {
    queue.release(group, '1');
  } else if (group.isFolder) {
    renameFolder(group, newName);
    queue.release(group, '0');
  } else {
    queue.release(group, '2');
  }
}

/** Lets groups go whose names are free and asks about the others, one by one or for all that are left. */
export async function checkNames(
  groups: readonly UploadGroup[],
  queue: UploadQueue,
  ask: (question: SameNameQuestion) => Promise<SameNameAnswer>,
): Promise<void> {
  const conflicts: Conflict[] = [];
  const waiting = [...groups];
  const checkOn = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const conflict = await check(group, queue);
      if (conflict) {
        conflicts.push(conflict);
      }
    }
  };
  await Promise.all(Array.from({ length: parallelChecks }, checkOn));

  for (let conflict = conflicts.shift(); conflict; conflict = conflicts.shift()) {
    const { name, isFolder } = conflict.group;
    const { choice, isForAll } = await ask({
      name,
      isFolder,
      newName: conflict.newName,
      others: conflicts.length,
    });
    settle(conflict, choice, queue);
    if (isForAll) {
      conflicts.splice(0).forEach((other) => settle(other, choice, queue));
    }
  }
}
