import { limits, type UploadProgress } from '@clusterdesk/contracts';
import { SpeedMeter, secondsLeft } from './speed-meter.js';
import {
  viewOf,
  type GroupView,
  type Operation,
  type UploadGroup,
  type UploadItem,
} from './upload-group.js';

/** Carries one file to the server; the queue decides when. */
export interface UploadEngine {
  start(group: UploadGroup, item: UploadItem, on: UploadEvents): RunningUpload;
  /** Forgets what the server holds of an unfinished file. */
  discard(group: UploadGroup, item: UploadItem): void;
}

export interface UploadEvents {
  /** The server knows the upload under this id. */
  created(uploadId: string): void;
  progress(loadedBytes: number): void;
  success(): void;
  failure(problem: string): void;
}

export interface RunningUpload {
  /** Stops sending; a later start goes on from where the server is. */
  stop(): void;
}

/** Everything the panel shows of this window's uploads. */
export interface QueueView {
  groups: readonly GroupView[];
  bytesPerSecond: number;
  secondsLeft: number | null;
}

const parallelUploads = 3;
const drawEveryMs = 200;
const emptyView: QueueView = { groups: [], bytesPerSecond: 0, secondsLeft: null };

/** The uploads of this window, three at a time, in the order they were asked for. */
export class UploadQueue {
  private groups: UploadGroup[] = [];
  private pending: { group: UploadGroup; item: UploadItem }[] = [];
  private readonly running = new Map<string, RunningUpload>();
  private readonly ownUploadIds = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private readonly meter = new SpeedMeter();
  private movedBytes = 0;
  private view = emptyView;
  private drawTimer: ReturnType<typeof setTimeout> | null = null;
  private closeTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly engine: UploadEngine) {}

  /** For React's useSyncExternalStore: the same object until something changed. */
  readonly getView = (): QueueView => this.view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Shows groups whose names are still being checked; `release` lets them go. */
  add(groups: readonly UploadGroup[]): void {
    this.groups.push(...groups);
    this.keepOpen();
    this.draw();
  }

  release(group: UploadGroup, operation: Operation): void {
    if (!this.groups.includes(group)) {
      return;
    }
    group.operation = operation;
    this.enqueue(group, (item) => item.state === 'checking');
  }

  /** Marks a whole group as failed before it started. */
  refuse(group: UploadGroup, problem: string): void {
    group.items.forEach((item) => {
      item.state = 'failed';
      item.problem = problem;
    });
    this.draw();
  }

  pause(groupId: string): void {
    const group = this.find(groupId);
    if (group) {
      this.halt(group);
      this.pump();
    }
  }

  /** Stops everything, when the person signs out for one; choosing the same files again goes on with it. */
  pauseAll(): void {
    this.groups.forEach((group) => this.halt(group));
    this.draw();
  }

  resume(groupId: string): void {
    const group = this.find(groupId);
    if (group) {
      this.enqueue(group, (item) => item.state === 'paused');
    }
  }

  retry(groupId: string): void {
    const group = this.find(groupId);
    if (group) {
      this.enqueue(group, (item) => item.state === 'failed');
    }
  }

  /** Puts a failed group back to the check of its name. */
  recheck(groupId: string): void {
    for (const item of this.find(groupId)?.items ?? []) {
      if (item.state === 'failed') {
        item.state = 'checking';
        item.problem = null;
      }
    }
    this.draw();
  }

  /** Drops a group; what the server holds of its unfinished files goes too. */
  cancel(groupId: string): void {
    const group = this.find(groupId);
    if (!group) {
      return;
    }
    this.pending = this.pending.filter((entry) => entry.group !== group);
    this.groups = this.groups.filter((other) => other !== group);
    for (const item of group.items) {
      this.stop(item);
      if (item.state !== 'complete' && item.state !== 'checking') {
        this.engine.discard(group, item);
      }
    }
    this.pump();
    this.closeWhenDone();
  }

  find(groupId: string): UploadGroup | undefined {
    return this.groups.find((group) => group.id === groupId);
  }

  /** Whether leaving the page would interrupt something. */
  isBusy(): boolean {
    return this.running.size > 0 || this.pending.length > 0;
  }

  /** Whether news of an upload are of this window's own; they may come before its id is known here. */
  isOwn({ uploadId, dir, fileName }: UploadProgress): boolean {
    return (
      this.ownUploadIds.has(uploadId) ||
      this.groups.some(
        (group) =>
          dir.startsWith(group.dir) && group.items.some((item) => item.fileName === fileName),
      )
    );
  }

  /** Whether a group of that name is on its way to that folder; a folder's name ends in `/`. */
  hasChosen(dir: string, name: string): boolean {
    return this.groups.some(
      (group) => group.dir === dir && group.name + (group.isFolder ? '/' : '') === name,
    );
  }

  private halt(group: UploadGroup): void {
    this.pending = this.pending.filter((entry) => entry.group !== group);
    for (const item of group.items) {
      if (item.state === 'waiting' || item.state === 'uploading') {
        this.stop(item);
        item.state = 'paused';
      }
    }
  }

  private enqueue(group: UploadGroup, isMeant: (item: UploadItem) => boolean): void {
    for (const item of group.items.filter(isMeant)) {
      item.state = 'waiting';
      item.problem = null;
      this.pending.push({ group, item });
    }
    this.keepOpen();
    this.pump();
  }

  private pump(): void {
    while (this.running.size < parallelUploads) {
      const next = this.pending.shift();
      if (!next) {
        break;
      }
      this.start(next.group, next.item);
    }
    this.draw();
  }

  private start(group: UploadGroup, item: UploadItem): void {
    // The first report of a resumed file names bytes that were sent long ago: they are no speed.
    let reportedBytes: number | null = item.loadedBytes === 0 ? null : item.loadedBytes;
    item.state = 'uploading';
    const isCurrent = (): boolean => this.running.get(item.id) === run;
    const run = this.engine.start(group, item, {
      created: (uploadId) => this.ownUploadIds.add(uploadId),
      progress: (loadedBytes) => {
        this.movedBytes += Math.max(0, loadedBytes - (reportedBytes ?? loadedBytes));
        reportedBytes = loadedBytes;
        item.loadedBytes = loadedBytes;
        this.drawSoon();
      },
      success: () => isCurrent() && this.end(item, 'complete', null),
      failure: (problem) => isCurrent() && this.end(item, 'failed', problem),
    });
    this.running.set(item.id, run);
  }

  private end(item: UploadItem, state: 'complete' | 'failed', problem: string | null): void {
    this.running.delete(item.id);
    item.state = state;
    item.problem = problem;
    if (state === 'complete') {
      item.loadedBytes = item.file.size;
    }
    this.pump();
    this.closeWhenDone();
  }

  private stop(item: UploadItem): void {
    const run = this.running.get(item.id);
    this.running.delete(item.id);
    run?.stop();
  }

  /** When all went well the panel closes by itself (spec part 1 §4). */
  private closeWhenDone(): void {
    const isAllWell = this.groups.every((group) =>
      group.items.every((item) => item.state === 'complete'),
    );
    if (isAllWell) {
      this.keepOpen();
      this.closeTimer = setTimeout(() => {
        this.groups = [];
        this.draw();
      }, limits.uploadPanelCloseMs);
    }
  }

  private keepOpen(): void {
    if (this.closeTimer) {
      clearTimeout(this.closeTimer);
      this.closeTimer = null;
    }
  }

  private drawSoon(): void {
    this.drawTimer ??= setTimeout(() => this.draw(), drawEveryMs);
  }

  private draw(): void {
    if (this.drawTimer) {
      clearTimeout(this.drawTimer);
      this.drawTimer = null;
    }
    const groups = this.groups.map(viewOf);
    if (this.running.size === 0) {
      this.meter.reset();
    } else {
      this.meter.add(Date.now(), this.movedBytes);
    }
    const bytesPerSecond = this.meter.bytesPerSecond();
    const restBytes = groups
      .filter((group) => group.state === 'uploading' || group.state === 'waiting')
      .reduce((sum, group) => sum + group.totalBytes - group.loadedBytes, 0);
    this.view =
      groups.length === 0
        ? emptyView
        : { groups, bytesPerSecond, secondsLeft: secondsLeft(restBytes, bytesPerSecond) };
    this.listeners.forEach((listener) => listener());
  }
}
