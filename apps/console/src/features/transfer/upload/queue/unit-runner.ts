import type { OwnUploads } from './own-uploads.js';
import type { UploadStore } from './upload-store.js';
import type {
  RunningUnit,
  UploadEngine,
  UploadEntry,
  UploadUnit,
} from '../engines/upload-engine.js';
import type { UploadItem, UploadProblem } from './upload-group.js';

/** A unit on its way. */
export interface Run {
  unit: UploadUnit;
  taskId: string;
  handle: RunningUnit;
}

/** The units that are on their way now, and what their files show of it. */
export class UnitRunner {
  private readonly running = new Set<Run>();
  private readonly runs = new Map<UploadItem, Run>();

  constructor(
    private readonly engine: UploadEngine,
    private readonly store: UploadStore,
    private readonly own: OwnUploads,
    private readonly onEnd: (run: Run, problems: readonly (UploadProblem | null)[]) => void,
  ) {}

  get size(): number {
    return this.running.size;
  }

  isRunning(taskId: string): boolean {
    return [...this.running].some((run) => run.taskId === taskId);
  }

  start(unit: UploadUnit, taskId: string): void {
    // The first report of a resumed file names bytes that were sent long ago: they are no speed.
    const resumedAt = unit.entries[0]?.item.loadedBytes || null;
    let reportedBytes = unit.kind === 'batch' ? 0 : resumedAt;
    const run: Run = { unit, taskId, handle: { stop: () => undefined } };
    const isCurrent = (): boolean => this.running.has(run);
    this.running.add(run);
    for (const { group, item } of unit.entries) {
      item.state = 'uploading';
      this.runs.set(item, run);
      this.store.touch(group);
    }
    run.handle = this.engine.start(unit, {
      created: (uploadId) => this.own.addId(uploadId),
      progress: (loadedBytes) => {
        if (isCurrent()) {
          this.store.moved(loadedBytes - (reportedBytes ?? loadedBytes));
          reportedBytes = loadedBytes;
          // Of a form nothing has arrived before the answer: its bytes are in the socket, its files nowhere.
          if (unit.kind !== 'batch') {
            this.spread(unit, loadedBytes);
          }
        }
      },
      away: (isAway) => isCurrent() && this.mark(unit, isAway ? 'offline' : 'uploading'),
      end: (problems) => {
        if (isCurrent()) {
          this.forget(run);
          this.onEnd(run, problems);
        }
      },
    });
  }

  /** Stops what carries these files; returns the others that travelled with them, by task. */
  stop(entries: readonly UploadEntry[]): { taskId: string; others: UploadEntry[] }[] {
    const items = new Set(entries.map(({ item }) => item));
    const stopped = new Set([...items].map((item) => this.runs.get(item)));
    return [...stopped]
      .filter((run) => run !== undefined)
      .map((run) => {
        this.forget(run);
        run.handle.stop();
        const others = run.unit.entries.filter(({ item }) => !items.has(item));
        return { taskId: run.taskId, others };
      });
  }

  private forget(run: Run): void {
    this.running.delete(run);
    run.unit.entries.forEach(({ item }) => this.runs.delete(item));
  }

  /** What was sent of a unit belongs to its files in their order. */
  private spread({ entries }: UploadUnit, loadedBytes: number): void {
    let rest = loadedBytes;
    for (const { group, item } of entries) {
      item.loadedBytes = Math.min(item.sizeBytes, rest);
      rest -= item.loadedBytes;
      this.store.touch(group);
    }
  }

  private mark({ entries }: UploadUnit, state: 'offline' | 'uploading'): void {
    for (const { group, item } of entries) {
      if (item.state !== state) {
        item.state = state;
        this.store.touch(group);
      }
    }
  }
}
