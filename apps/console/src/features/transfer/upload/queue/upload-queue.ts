import { limits, type UploadProgress } from '@clusterdesk/contracts';
import type { TransferQueue } from '../../transfer-queue.js';
import { OwnUploads } from './own-uploads.js';
import { UploadStore, type QueueView } from './upload-store.js';
import { UnitRunner, type Run } from './unit-runner.js';
import type { UploadEngine, UploadEntry } from '../engines/upload-engine.js';
import {
  setFile,
  type Operation,
  type UploadGroup,
  type UploadItem,
  type UploadProblem,
} from './upload-group.js';
import { nextUnit } from './upload-plan.js';

/** What others do about what happens in the queue. */
export interface QueueHooks {
  /** Names that somebody else took meanwhile: the user is asked, then `releaseItem` or `cancelItem`. */
  onTaken(entries: readonly UploadEntry[]): void;
  /** The files of a group moved on. */
  onStep(group: UploadGroup): void;
  /** There is nothing to go on with: a group is complete, was dropped, or the rest of it was refused. */
  onGone(group: UploadGroup): void;
}

const parallelUnits = 3;
/** Whether a file has come to an end that a later choice of it would not go on from. */
const isOver = ({ state, problem }: UploadItem): boolean =>
  state === 'complete' || (state === 'failed' && problem?.kind === 'refused');

const halted = new Set(['waiting', 'uploading', 'offline']);

/** The uploads of this window: one task at a time, of it three units at a time, in the order they were asked for. */
export class UploadQueue {
  private groups: UploadGroup[] = [];
  private readonly pending = new Map<string, UploadEntry[]>();
  private readonly entries = new Map<string, UploadEntry>();
  private readonly own = new OwnUploads();
  private readonly store = new UploadStore(() => ({
    groups: this.groups,
    isRunning: this.runner.size > 0,
  }));
  private readonly runner: UnitRunner;
  private closeTimer: ReturnType<typeof setTimeout> | null = null;

  readonly getView = (): QueueView => this.store.getView();
  readonly subscribe = this.store.subscribe;

  constructor(
    private readonly engine: UploadEngine,
    private readonly transferQueue: TransferQueue,
    private readonly hooks: QueueHooks,
  ) {
    this.runner = new UnitRunner(engine, this.store, this.own, (run, problems) =>
      this.end(run, problems),
    );
  }

  /** Shows groups whose names are still being checked; `release` lets them go. */
  add(groups: readonly UploadGroup[]): void {
    for (const group of groups) {
      this.groups.push(group);
      group.items.forEach((item) => this.entries.set(item.id, { group, item }));
      this.own.add(group);
    }
    this.keepOpen();
    this.store.draw();
  }

  /** Lets the files of a group go that were being checked. */
  release(group: UploadGroup, operation: Operation): void {
    group.operation = operation;
    this.own.add(group); // under the name it has by now
    this.enqueue(this.entriesOf(group, (item) => item.state === 'checking'));
    this.closeWhenDone();
  }

  /** Lets a single file go whose name was taken on the way. */
  releaseItem({ item }: UploadEntry, operation: Operation): void {
    item.operation = operation;
    const entry = this.entries.get(item.id);
    this.enqueue(entry ? [entry] : []);
  }

  /** Marks a whole group as failed before it started. */
  refuse(group: UploadGroup, problem: UploadProblem): void {
    group.items
      .filter((item) => item.state === 'checking')
      .forEach((item) => Object.assign(item, { state: 'failed', problem }));
    this.store.touch(group);
    this.store.draw();
    this.hooks.onGone(group);
  }

  pause(entries: readonly UploadEntry[]): void {
    const meant = entries.filter(({ item }) => halted.has(item.state));
    this.halt(meant);
    meant.forEach(({ item }) => (item.state = 'paused'));
    this.pump();
    this.store.draw();
  }

  /** Stops everything, when the user signs out for one; choosing the same files again goes on with it. */
  pauseAll(): void {
    this.pause([...this.entries.values()]);
  }

  resume(entries: readonly UploadEntry[]): void {
    this.enqueue(entries.filter(({ item }) => item.state === 'paused'));
    this.store.draw();
  }

  /** Tries failed files again; one that changed goes up anew as it is now, where the browser lets it be read again. */
  async retry(entries: readonly UploadEntry[]): Promise<void> {
    const failed = entries.filter(({ item }) => item.state === 'failed');
    const ready = await Promise.all(
      failed.map(async ({ item }) => {
        if (item.problem?.kind !== 'changed') {
          return true;
        }
        const fresh = await item.reread?.().catch(() => null);
        if (fresh) {
          setFile(item, fresh);
        }
        return Boolean(fresh);
      }),
    );
    this.enqueue(failed.filter((_, index) => ready[index]));
    this.store.draw();
  }

  /** Puts another choice of a file in the place of one that changed. */
  replaceFile(entry: UploadEntry, file: File): void {
    setFile(entry.item, file);
    this.enqueue([entry]);
    this.store.draw();
  }

  /** Drops files; what the server holds of unfinished ones goes too. */
  cancel(entries: readonly UploadEntry[]): void {
    this.halt(entries);
    const gone = new Set(entries.map(({ item }) => item));
    const groups = new Set(entries.map(({ group }) => group));
    for (const entry of entries) {
      this.entries.delete(entry.item.id);
      if (entry.item.state !== 'complete' && entry.item.state !== 'checking') {
        this.engine.discard(entry);
      }
    }
    for (const group of groups) {
      group.items = group.items.filter((item) => !gone.has(item));
      this.store.touch(group);
      if (group.items.every((item) => item.state === 'complete')) {
        this.hooks.onGone(group);
      }
    }
    this.groups = this.groups.filter((group) => group.items.length > 0);
    if (this.groups.length === 0) {
      this.own.clear();
    }
    this.pump();
    this.store.draw();
    this.closeWhenDone();
  }

  /** The files of a task or a group, one file, or everything. */
  find(id?: string): UploadEntry[] {
    if (id === undefined) {
      return [...this.entries.values()];
    }
    const entry = this.entries.get(id);
    const group = this.groups.find((other) => other.id === id);
    if (entry || group) {
      return entry ? [entry] : group ? this.entriesOf(group, () => true) : [];
    }
    return [...this.entries.values()].filter((other) => other.group.taskId === id);
  }

  /** Whether leaving the page would interrupt something. */
  isBusy(): boolean {
    return this.runner.size > 0 || this.pending.size > 0;
  }

  /** Whether the progress of an upload is of this window's own; it may come before its id is known here. */
  isOwn = (update: UploadProgress): boolean => this.own.has(update);

  private entriesOf(group: UploadGroup, isMeant: (item: UploadItem) => boolean): UploadEntry[] {
    return group.items
      .filter(isMeant)
      .map((item) => this.entries.get(item.id))
      .filter((entry) => entry !== undefined);
  }

  private enqueue(entries: readonly UploadEntry[]): void {
    const tasks = new Set<string>();
    for (const { group, item } of entries) {
      item.state = 'waiting';
      item.problem = null;
      tasks.add(group.taskId);
      const list = this.pending.get(group.taskId) ?? [];
      this.pending.set(group.taskId, list);
      list.push({ group, item });
      this.store.touch(group);
    }
    if (entries.length > 0) {
      this.keepOpen();
    }
    tasks.forEach((taskId) => this.transferQueue.request(taskId, () => this.pump()));
    this.pump();
  }

  private pump(): void {
    for (const [taskId, list] of [...this.pending]) {
      while (this.transferQueue.hasTurn(taskId) && this.runner.size < parallelUnits) {
        const unit = nextUnit(list);
        if (!unit) {
          break;
        }
        this.runner.start(unit, taskId);
      }
      if (list.length === 0 && !this.runner.isRunning(taskId)) {
        this.pending.delete(taskId);
        this.transferQueue.leave(taskId);
      }
    }
  }

  private end(run: Run, problems: readonly (UploadProblem | null)[]): void {
    const taken: UploadEntry[] = [];
    const groups = new Set<UploadGroup>();
    run.unit.entries.forEach(({ group, item }, index) => {
      const problem = problems[index] ?? null;
      groups.add(group);
      item.problem = problem;
      if (!problem) {
        item.loadedBytes = item.sizeBytes;
      } else if (problem.kind === 'changed' || run.unit.kind === 'batch') {
        item.loadedBytes = 0; // nothing of it is kept
      }
      item.state = problem ? 'failed' : 'complete';
      if (problem?.kind === 'nameTaken') {
        item.state = 'checking';
        taken.push({ group, item });
      }
    });
    for (const group of groups) {
      this.store.touch(group);
      (group.items.every(isOver) ? this.hooks.onGone : this.hooks.onStep)(group);
    }
    if (taken.length > 0) {
      this.hooks.onTaken(taken);
    }
    this.pump();
    this.closeWhenDone();
  }

  /** Takes files out of the line and stops what carries them; what travelled with them goes back to the head of the line. */
  private halt(entries: readonly UploadEntry[]): void {
    const items = new Set(entries.map(({ item }) => item));
    for (const [taskId, list] of this.pending) {
      this.pending.set(
        taskId,
        list.filter(({ item }) => !items.has(item)),
      );
    }
    for (const { taskId, others } of this.runner.stop(entries)) {
      others.forEach(({ item }) => (item.state = 'waiting'));
      this.pending.get(taskId)?.unshift(...others);
    }
    entries.forEach(({ group }) => this.store.touch(group));
  }

  /** When all went well the panel closes by itself (spec part 1 §4). */
  private closeWhenDone(): void {
    if (this.isBusy() || [...this.entries.values()].some(({ item }) => item.state !== 'complete')) {
      return;
    }
    this.keepOpen();
    this.closeTimer = setTimeout(() => {
      this.own.clear();
      this.groups = [];
      this.entries.clear();
      this.store.draw();
    }, limits.uploadPanelCloseMs);
  }

  private keepOpen(): void {
    if (this.closeTimer) {
      clearTimeout(this.closeTimer);
      this.closeTimer = null;
    }
  }
}
