import { secondsLeft, SpeedMeter } from './speed-meter.js';
import { viewOf, type GroupView, type UploadGroup } from './upload-group.js';

/** Everything the panel shows of this window's uploads. */
export interface QueueView {
  groups: readonly GroupView[];
  fileCount: number;
  completeCount: number;
  failedCount: number;
  loadedBytes: number;
  totalBytes: number;
  bytesPerSecond: number;
  secondsLeft: number | null;
}

const drawEveryMs = 200;
/** Drawn so often while something is on its way but nothing comes: the speed falls then. */
const idleDrawMs = 1_000;
const emptyView: QueueView = {
  groups: [],
  fileCount: 0,
  completeCount: 0,
  failedCount: 0,
  loadedBytes: 0,
  totalBytes: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
};

/** What the panel sees of the queue: drawn anew a few times a second, and of many groups only those that changed. */
export class UploadStore {
  private view = emptyView;
  private readonly drawn = new Map<UploadGroup, GroupView>();
  private readonly touched = new Set<UploadGroup>();
  private readonly listeners = new Set<() => void>();
  private readonly meter = new SpeedMeter();
  private movedBytes = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private idleTimer: ReturnType<typeof setTimeout> | undefined;

  /** `read` gives the groups as they are, and whether anything is on its way. */
  constructor(private readonly read: () => { groups: UploadGroup[]; isRunning: boolean }) {}

  /** For React's useSyncExternalStore: the same object until something changed. */
  readonly getView = (): QueueView => this.view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Bytes that went over the wire just now. */
  moved(bytes: number): void {
    this.movedBytes += Math.max(0, bytes);
  }

  touch(group: UploadGroup): void {
    this.touched.add(group);
    this.timer ??= setTimeout(() => this.draw(), drawEveryMs);
  }

  /** What a user did shows at once. */
  draw(): void {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = null;
    }
    clearTimeout(this.idleTimer);
    const { groups, isRunning } = this.read();
    this.touched.forEach((group) => this.drawn.delete(group));
    this.touched.clear();
    if (this.drawn.size > groups.length) {
      const present = new Set(groups);
      [...this.drawn.keys()].forEach((group) => present.has(group) || this.drawn.delete(group));
    }
    if (isRunning) {
      this.meter.add(Date.now(), this.movedBytes);
      this.idleTimer = setTimeout(() => this.draw(), idleDrawMs);
    } else {
      this.meter.reset();
    }
    this.view = groups.length === 0 ? emptyView : this.sum(groups.map((group) => this.of(group)));
    this.listeners.forEach((listener) => listener());
  }

  private of(group: UploadGroup): GroupView {
    const view = this.drawn.get(group) ?? viewOf(group);
    this.drawn.set(group, view);
    return view;
  }

  private sum(groups: GroupView[]): QueueView {
    // What waits for the network has no speed, whatever it had a moment ago.
    const isMoving = groups.some(({ state }) => state === 'uploading');
    const bytesPerSecond = isMoving ? this.meter.bytesPerSecond() : 0;
    const sum = { ...emptyView, groups, bytesPerSecond };
    let restBytes = 0;
    for (const group of groups) {
      sum.fileCount += group.fileCount;
      sum.completeCount += group.completeCount;
      sum.failedCount += group.failedCount;
      sum.loadedBytes += group.loadedBytes;
      sum.totalBytes += group.totalBytes;
      if (group.state === 'uploading' || group.state === 'waiting') {
        restBytes += group.totalBytes - group.loadedBytes;
      }
    }
    sum.secondsLeft = secondsLeft(restBytes, sum.bytesPerSecond);
    return sum;
  }
}
