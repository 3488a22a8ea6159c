import { ApiError, isServerAway, messageOf } from '../../../shared/api/api-error.js';
import type {
  NameConflictAnswer,
  NameConflictQuestion,
} from '../../../shared/ui/dialog/name-conflict-dialog.js';
import { entryNamed } from '../../../shared/file-browser/api/folder.js';
import { collectNames } from '../../../shared/file-browser/api/collect.js';
import { Backoff } from '../../../shared/lib/backoff/backoff.js';
import { formatDateTime } from '../../../shared/lib/time/format-time.js';
import type { FileSpace, NameCheck } from '../../../shared/file-browser/file-space.js';
import type { FindSpace } from '../space-finder.js';
import { refusal } from './engines/read-problem.js';
import type { UploadEntry } from './engines/upload-engine.js';
import {
  renameFolder,
  targetDirOf,
  type UploadGroup,
  type UploadItem,
} from './queue/upload-group.js';
import type { UploadQueue } from './queue/upload-queue.js';

/** `cancelAll`: nothing of what was chosen together is wanted any more. */
export type ConflictResolution = NameConflictAnswer | 'cancelAll';

const parallelChecks = 4;
/** Beyond so many names it is cheaper to look at the whole folder once. */
const singleChecks = 20;
/** Names that are taken on the way come one by one; asked about together they are asked about once. */
const collectMs = 300;

interface Conflict {
  group: UploadGroup;
  dir: string;
  /** Of a file that is to come, its size and when it was changed, ms since the epoch; null: a folder. */
  mine: { size: number; modifiedAt: number } | null;
  name: string;
  isFolder: boolean;
  taskId: string;
  newName: () => Promise<string>;
  settle: (choice: NameConflictAnswer['choice'], newName: string) => void;
}

const mineOf = ({ sizeBytes, modifiedAt }: UploadItem): NonNullable<Conflict['mine']> => ({
  size: sizeBytes,
  modifiedAt,
});

/** Finds out which names are taken, and asks about them one by one or for all that are left; one question at a time. */
export class NameConflictResolver {
  // One question at a time, whatever was started meanwhile.
  private last: Promise<void> = Promise.resolve();
  /** Waits end by themselves, or with the network's return. */
  private readonly never = new AbortController().signal;
  private taken: UploadEntry[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** What was answered for all of a task holds for what comes later. */
  private readonly forAll = new Map<string, NameConflictAnswer['choice']>();

  constructor(
    private readonly queue: UploadQueue,
    private readonly find: FindSpace,
    private readonly ask: (question: NameConflictQuestion) => Promise<ConflictResolution>,
  ) {}

  /** Lets groups go whose names are free and asks about the others. */
  check(groups: readonly UploadGroup[]): Promise<void> {
    return this.inTurn(async () => {
      const conflicts = await this.findTaken(groups);
      await this.decide(conflicts.map((group) => this.ofGroup(group)));
    });
  }

  /** Asks about files whose names were taken while they were on their way: by another window, or another user. */
  settle(entries: readonly UploadEntry[]): void {
    this.taken.push(...entries);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      const conflicts = this.taken.splice(0).map((entry) => this.ofEntry(entry));
      void this.inTurn(() => this.decide(conflicts));
    }, collectMs);
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    this.last = this.last.then(act).catch(() => undefined);
    return this.last;
  }

  private async findTaken(groups: readonly UploadGroup[]): Promise<UploadGroup[]> {
    const [first] = groups;
    const known =
      first && groups.length > singleChecks
        ? await this.namesIn(this.find(first.space), first.dir)
        : null;
    const taken: UploadGroup[] = [];
    const waiting = [...groups];
    const checkOn = async (): Promise<void> => {
      for (let group = waiting.shift(); group; group = waiting.shift()) {
        try {
          const sameName = known ? known.has(group.name.normalize()) : await this.isTaken(group);
          if (sameName) {
            taken.push(group);
          } else {
            this.queue.release(group, '0');
          }
        } catch (error) {
          this.queue.refuse(group, refusal(messageOf(error)));
        }
      }
    };
    await Promise.all(Array.from({ length: parallelChecks }, checkOn));
    return taken;
  }

  /** Asks until there is an answer: like the upload itself, the question before it waits for the network. @throws ApiError when refused */
  private async isTaken(group: UploadGroup): Promise<boolean> {
    const backoff = new Backoff();
    for (;;) {
      try {
        return (await this.checkName(group, group.dir, group.name, group.isFolder)).sameName;
      } catch (error) {
        const isWanted = this.queue.find(group.id).length > 0;
        if (!(error instanceof ApiError) || !isServerAway(error) || !isWanted) {
          throw error;
        }
        await backoff.wait(this.never);
      }
    }
  }

  private checkName(
    group: UploadGroup,
    dir: string,
    name: string,
    isFolder: boolean,
  ): Promise<NameCheck> {
    return this.find(group.space).checkName(dir, name, isFolder);
  }

  private async namesIn(space: FileSpace, dir: string): Promise<Set<string> | null> {
    const names = await collectNames(space, dir).catch(() => null);
    return names && new Set([...names].map((name) => name.normalize()));
  }

  private async decide(conflicts: Conflict[]): Promise<void> {
    for (let next = conflicts.shift(); next; next = conflicts.shift()) {
      const { name, isFolder, taskId } = next;
      const newName = await next.newName().catch(() => name);
      const known = this.forAll.get(taskId);
      const answer = known
        ? { choice: known, isForAll: false }
        : await this.ask({
            name,
            isFolder,
            newName,
            others: conflicts.length,
            ...(await this.filesOf(next)),
          });
      if (answer === 'cancelAll') {
        conflicts = conflicts.filter((other) => other.taskId !== taskId);
        const rest = this.queue.find().filter(({ group }) => group.taskId === taskId);
        this.queue.cancel(rest.filter(({ item }) => item.state !== 'complete'));
        continue;
      }
      next.settle(answer.choice, newName);
      if (answer.isForAll) {
        this.forAll.set(taskId, answer.choice);
      }
    }
  }

  /** What is known of the two files, for who has to choose. */
  private async filesOf({ group, dir, name, mine }: Conflict): Promise<{
    files?: NonNullable<NameConflictQuestion['files']>;
  }> {
    const there =
      mine === null
        ? undefined
        : await entryNamed(this.find(group.space), dir, name).catch(() => undefined);
    return there && mine !== null && !there.directory
      ? {
          files: {
            there: { size: there.size, time: there.createDate },
            mine: { size: mine.size, time: formatDateTime(mine.modifiedAt) },
          },
        }
      : {};
  }

  private ofGroup(group: UploadGroup): Conflict {
    const { name, isFolder, taskId } = group;
    return {
      group,
      dir: group.dir,
      mine: isFolder || !group.items[0] ? null : mineOf(group.items[0]),
      name,
      isFolder,
      taskId,
      newName: async () => (await this.checkName(group, group.dir, name, isFolder)).newName,
      settle: (choice, newName) => {
        if (choice === 'cancel') {
          this.queue.cancel(this.queue.find(group.id));
        } else if (choice === 'overwrite') {
          this.queue.release(group, '1');
        } else if (isFolder) {
          renameFolder(group, newName);
          this.queue.release(group, '0');
        } else {
          this.queue.release(group, '2');
        }
      },
    };
  }

  private ofEntry(entry: UploadEntry): Conflict {
    const { group, item } = entry;
    const dir = targetDirOf(group, item);
    return {
      group,
      dir,
      mine: mineOf(item),
      name: item.fileName,
      isFolder: false,
      taskId: group.taskId,
      newName: async () => (await this.checkName(group, dir, item.fileName, false)).newName,
      settle: (choice) => {
        if (choice === 'cancel') {
          this.queue.cancel([entry]);
        } else {
          this.queue.releaseItem(entry, choice === 'overwrite' ? '1' : '2');
        }
      },
    };
  }
}
