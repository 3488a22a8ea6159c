import type { SpaceRef } from '@clusterdesk/contracts';
import type { PickedFile } from '../../../shared/files/picked-file.js';
import type { NameConflictQuestion } from '../../../shared/ui/dialog/name-conflict-dialog.js';
import type { FindSpace } from '../space-finder.js';
import type { TransferQueue } from '../transfer-queue.js';
import { NameConflictResolver, type ConflictResolution } from './name-conflict-resolver.js';
import { discardUpload, findUnfinishedUploads } from './engines/tus-engine.js';
import type { UploadEngine } from './engines/upload-engine.js';
import { groupPicked, renameFolder, type UploadGroup } from './queue/upload-group.js';
import { isSameChoice, skipDone, type UploadRecords, type UploadRecord } from './upload-records.js';
import { UploadQueue } from './queue/upload-queue.js';

/** What became of a choice: `isWaiting` another transfer runs; `replaced` another file of the name of an unfinished one. */
export interface UploadStart {
  isWaiting: boolean;
  continued: string[];
  replaced: string[];
}

/** The uploads of this window: what was chosen, the names that are taken, and what an earlier window left unfinished. */
export class Uploads {
  readonly queue: UploadQueue;
  private readonly conflictResolver: NameConflictResolver;

  constructor(
    engine: UploadEngine,
    private readonly transferQueue: TransferQueue,
    readonly records: UploadRecords,
    readonly find: FindSpace,
    ask: (question: NameConflictQuestion) => Promise<ConflictResolution>,
  ) {
    this.queue = new UploadQueue(engine, transferQueue, {
      onTaken: (entries) => this.conflictResolver.settle(entries),
      onStep: (group) => records.note(group),
      onGone: (group) => records.forget(group),
    });
    this.conflictResolver = new NameConflictResolver(this.queue, find, ask);
  }

  /** Adds the chosen files to the queue: what was begun before goes on, of the rest the names are checked first. */
  upload(space: SpaceRef, dir: string, picked: readonly PickedFile[]): UploadStart {
    const isWaiting = this.transferQueue.isBusy();
    const groups = groupPicked(space, dir, picked);
    const continued = new Map<UploadGroup, UploadRecord>();
    const replaced: string[] = [];
    for (const group of groups) {
      const record = this.records.find(group);
      if (record && isSameChoice(group, record)) {
        continued.set(group, record);
      } else if (record) {
        replaced.push(record.chosenName);
        this.drop(record);
      }
    }
    this.queue.add(groups);
    continued.forEach((record, group) => void this.goOn(group, record));
    groups.forEach((group) => this.records.keep(group));
    void this.conflictResolver.check(groups.filter((group) => !continued.has(group)));
    return { isWaiting, continued: [...continued.keys()].map(({ name }) => name), replaced };
  }

  /** Asks again for files that failed; a name may have become free or taken meanwhile, the server says. */
  retry(id?: string): void {
    const entries = this.queue.find(id);
    new Set(entries.map(({ group }) => group)).forEach((group) => this.records.keep(group));
    void this.queue.retry(entries);
  }

  /** Forgets an unfinished upload, and what the server holds of it. */
  drop(record: UploadRecord): void {
    this.records.drop(record);
    const isPart = ({ dir = '/', fileName = '', relativePath = '' }: Record<string, string>) =>
      dir === record.dir &&
      (record.isFolder
        ? `${relativePath}/`.startsWith(`${record.name}/`)
        : relativePath === '' && fileName === record.name);
    findUnfinishedUploads()
      .then((parts) =>
        Promise.all(parts.filter(({ metadata }) => isPart(metadata)).map(discardUpload)),
      )
      // Nothing depends on it: what stays is swept by the server after a day.
      .catch(() => undefined);
  }

  private async goOn(group: UploadGroup, record: UploadRecord): Promise<void> {
    if (!group.isFolder) {
      this.queue.release(group, record.operation);
      return;
    }
    skipDone(group, record);
    if (record.name !== group.name) {
      renameFolder(group, record.name);
    }
    const isThere = await this.find(group.space)
      .checkName(group.dir, record.name, true)
      .then(
        ({ sameName }) => sameName,
        () => true, // the uploads themselves will say what is wrong
      );
    if (!isThere) {
      // Somebody removed the folder meanwhile: all of it is wanted.
      group.items.forEach((item) => Object.assign(item, { state: 'checking', loadedBytes: 0 }));
    }
    this.queue.release(group, record.operation);
  }
}
