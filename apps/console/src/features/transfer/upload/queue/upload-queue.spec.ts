import { limits } from '@clusterdesk/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TransferQueue } from '../../transfer-queue.js';
import type {
  RunningUnit,
  UnitEvents,
  UploadEngine,
  UploadEntry,
  UploadUnit,
} from '../engines/upload-engine.js';
import {
  groupPicked,
  type UploadGroup,
  type UploadItem,
  type UploadProblem,
  type UploadState,
} from './upload-group.js';
import { UploadQueue } from './upload-queue.js';

const bigBytes = limits.batchFileBytes + 1;
const refused: UploadProblem = { kind: 'refused', message: 'why' };

class FakeEngine implements UploadEngine {
  readonly runs = new Map<string, UnitEvents>();
  readonly started: string[] = [];
  readonly discarded: string[] = [];

  start({ entries }: UploadUnit, on: UnitEvents): RunningUnit {
    const name = entries.map(({ item }) => item.fileName).join('+');
    this.started.push(name);
    this.runs.set(name, on);
    return { stop: () => this.runs.delete(name) };
  }

  discard({ item }: UploadEntry): void {
    this.discarded.push(item.fileName);
  }

  of(name: string): UnitEvents {
    const run = this.runs.get(name);
    if (!run) {
      throw new Error(`${name} does not run`);
    }
    return run;
  }
}

let engine: FakeEngine;
let transferQueue: TransferQueue;
let queue: UploadQueue;
const taken: UploadEntry[] = [];
const gone: string[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  taken.length = 0;
  gone.length = 0;
  engine = new FakeEngine();
  transferQueue = new TransferQueue();
  queue = new UploadQueue(engine, transferQueue, {
    onTaken: (entries) => taken.push(...entries),
    onStep: () => undefined,
    onGone: (group) => gone.push(group.name),
  });
});
afterEach(() => {
  jest.useRealTimers();
});

const content = new Uint8Array(bigBytes);
function pick(paths: string[], size = bigBytes): UploadGroup[] {
  const picked = paths.map((path) => ({ path, file: new File([content.subarray(0, size)], path) }));
  return groupPicked({ space: 'disk' }, '/', picked);
}
function release(paths: string[], size?: number): UploadGroup[] {
  const groups = pick(paths, size);
  queue.add(groups);
  groups.forEach((group) => queue.release(group, '0'));
  return groups;
}
const view = (): ReturnType<UploadQueue['getView']> => {
  jest.advanceTimersByTime(250);
  return queue.getView();
};
const states = (): string[] => view().groups.map((group) => group.state);
const of = (groups: UploadGroup[], index: number): UploadEntry[] =>
  queue.find(groups[index]?.id ?? '');

/** Counts how often the state of any of these is read from now on. */
function countLooks(items: UploadItem[]): () => number {
  let looks = 0;
  for (const item of items) {
    let { state } = item;
    Object.defineProperty(item, 'state', {
      get: () => {
        looks += 1;
        return state;
      },
      set: (next: UploadState) => (state = next),
    });
  }
  return () => looks;
}

describe('UploadQueue', () => {
  it('starts nothing before its name was checked', () => {
    queue.add(groupPicked({ space: 'disk' }, '/', [{ path: 'a', file: new File([], 'a') }]));
    expect(states()).toEqual(['checking']);
    expect(engine.started).toEqual([]);
    expect(queue.isBusy()).toBe(false);
  });

  it('runs three at a time, in order', () => {
    release(['a', 'b', 'c', 'd', 'e']);
    expect(engine.started).toEqual(['a', 'b', 'c']);
    engine.of('b').end([null]);
    expect(engine.started).toEqual(['a', 'b', 'c', 'd']);
    expect(states()).toEqual(['uploading', 'complete', 'uploading', 'uploading', 'waiting']);
  });

  it('lets what was chosen later wait until the first choice is through', () => {
    release(['a', 'b']);
    release(['c']);
    expect(engine.started).toEqual(['a', 'b']);
    engine.of('a').end([null]);
    expect(engine.started).toEqual(['a', 'b']);
    engine.of('b').end([refused]);
    expect(engine.started).toEqual(['a', 'b', 'c']);
  });

  it('gives its turn away while it is paused, and gets in line again', () => {
    const first = release(['a']);
    release(['b']);
    queue.pause(of(first, 0));
    expect(engine.started).toEqual(['a', 'b']);
    queue.resume(of(first, 0));
    expect(engine.started).toEqual(['a', 'b']);
    engine.of('b').end([null]);
    expect(engine.started).toEqual(['a', 'b', 'a']);
  });

  it('goes on with the others when one fails, and tries it again when asked', async () => {
    const groups = release(['a', 'b', 'c', 'd']);
    engine.of('a').end([refused]);
    expect(view().groups[0]).toMatchObject({ state: 'failed', problem: refused });
    expect(engine.started.at(-1)).toBe('d');
    engine.of('b').end([null]);
    await queue.retry(of(groups, 0));
    expect(engine.started.at(-1)).toBe('a');
    expect(view().groups[0]).toMatchObject({ state: 'uploading', problem: null });
  });

  it('sends a file that changed as it is now, and not without reading it anew', async () => {
    const [dropped, chosen] = release(['a', 'b']);
    const fresh = new File(['new'], 'a');
    if (!dropped?.items[0] || !chosen) {
      throw new Error('nothing released');
    }
    dropped.items[0].reread = () => Promise.resolve(fresh);
    engine.of('a').progress(7);
    engine.of('a').end([{ kind: 'changed', message: 'changed' }]);
    engine.of('b').end([{ kind: 'changed', message: 'changed' }]);
    expect(dropped.items[0].loadedBytes).toBe(0);
    await queue.retry(queue.find());
    expect(engine.started).toEqual(['a', 'b', 'a']);
    expect(dropped.items[0].file).toBe(fresh);
    expect(states()[1]).toBe('failed');
    queue.replaceFile(of([chosen], 0)[0] as UploadEntry, new File(['x'], 'b'));
    expect(engine.started.at(-1)).toBe('b');
  });

  it('stops everything at once', () => {
    release(['a', 'b', 'c', 'd', 'e']);
    engine.of('a').end([null]);
    queue.pauseAll();
    expect(engine.runs.size).toBe(1); // only the one that had ended
    expect(states()).toEqual(['complete', 'paused', 'paused', 'paused', 'paused']);
    expect(queue.isBusy()).toBe(false);
    expect(transferQueue.isBusy()).toBe(false);
  });

  it('does not listen to an upload that was stopped', () => {
    const groups = release(['a']);
    const late = engine.of('a');
    queue.pause(of(groups, 0));
    late.progress(5);
    late.end([null]);
    expect(view().groups[0]).toMatchObject({ state: 'paused', loadedBytes: 0 });
  });

  it('shows that the network is away, and that it is back', () => {
    release(['a']);
    engine.of('a').away(true);
    expect(states()).toEqual(['offline']);
    engine.of('a').away(false);
    expect(states()).toEqual(['uploading']);
  });

  it('drops a cancelled group and what the server holds of it, but nothing that is complete', () => {
    const groups = release(['set/a', 'set/b']);
    engine.of('a').end([null]);
    queue.cancel(of(groups, 0));
    expect(engine.discarded).toEqual(['b']);
    expect(view().groups).toEqual([]);
    expect(queue.isBusy()).toBe(false);
    expect(gone).toEqual(['set']);
  });

  it('sends small files together, each with an end of its own', () => {
    release(['set/a', 'set/b', 'set/c'], 10);
    expect(engine.started).toEqual(['a+b+c']);
    engine.of('a+b+c').progress(15);
    // Bytes in the socket are no files: nothing counts before the answer.
    expect(view()).toMatchObject({ loadedBytes: 0, completeCount: 0 });
    engine.of('a+b+c').end([null, refused, null]);
    expect(view().groups[0]).toMatchObject({ completeCount: 2, failedCount: 1, state: 'failed' });
  });

  it('sends the others of a form again when one of it is paused', () => {
    const [group] = release(['set/a', 'set/b', 'set/c'], 10);
    const b = group?.items[1]?.id ?? '';
    queue.pause(queue.find(b));
    expect(engine.started).toEqual(['a+b+c', 'a+c']);
    queue.cancel(queue.find(b));
    engine.of('a+c').end([null, null]);
    expect(gone).toEqual(['set']);
  });

  it('hands a name that was taken on the way over to be asked about', () => {
    const [group] = release(['set/a', 'set/b'], 10);
    engine.of('a+b').end([{ kind: 'nameTaken', message: 'taken' }, null]);
    expect(taken.map(({ item }) => item.fileName)).toEqual(['a']);
    expect(group?.items[0]?.state).toBe('checking');
    expect(transferQueue.isBusy()).toBe(false);
    queue.releaseItem(taken[0] as UploadEntry, '1');
    expect(engine.started.at(-1)).toBe('a');
    expect(group?.items[0]?.operation).toBe('1');
  });

  it('closes five seconds after all went well', () => {
    release(['a']);
    engine.of('a').end([null]);
    jest.advanceTimersByTime(limits.uploadPanelCloseMs - 1);
    expect(queue.getView().groups).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(queue.getView().groups).toEqual([]);
  });

  it('stays open with a failure, and when something new came', () => {
    release(['a']);
    engine.of('a').end([null]);
    release(['b']);
    engine.of('b').end([refused]);
    jest.advanceTimersByTime(limits.uploadPanelCloseMs * 2);
    expect(states()).toEqual(['complete', 'failed']);
  });

  it('does not count what was sent before a resume as speed', () => {
    release(['a']);
    engine.of('a').progress(90);
    jest.advanceTimersByTime(1_000);
    engine.of('a').progress(95);
    jest.advanceTimersByTime(1_000);
    const { bytesPerSecond, groups } = queue.getView();
    expect(groups[0]?.loadedBytes).toBe(95);
    expect(bytesPerSecond).toBeGreaterThan(0);
    expect(bytesPerSecond).toBeLessThanOrEqual(5);
  });

  it('takes ten thousand files without going through all of them for each', () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `set/${index}`);
    const groups = pick(paths, 1);
    const looks = countLooks(groups.flatMap(({ items }) => items));
    queue.add(groups);
    groups.forEach((group) => queue.release(group, '0'));
    while (engine.runs.size > 0) {
      const [name, run] = [...engine.runs][0] as [string, UnitEvents];
      engine.runs.delete(name);
      run.end(name.split('+').map(() => null));
    }
    // Some thirty a file today; going through all of them would be thousands.
    expect(looks()).toBeLessThan(100 * paths.length);
    expect(view()).toMatchObject({ completeCount: 10_000, fileCount: 10_000 });
  });

  it('knows its own uploads by id, and by name before the id is known', () => {
    const groups = release(['a']);
    const news = {
      space: 'disk' as const,
      uploadId: 'u1',
      dir: '/',
      fileName: 'a',
      loadedBytes: 1,
      totalBytes: 2,
      state: 'uploading' as const,
    };
    expect(queue.isOwn(news)).toBe(true);
    engine.of('a').created('u1');
    queue.cancel(of(groups, 0));
    expect(queue.isOwn(news)).toBe(true);
    expect(queue.isOwn({ ...news, uploadId: 'u2' })).toBe(false);
  });

  it('does not take an upload of the same path in another space for its own', () => {
    release(['a']);
    const news = { uploadId: 'u1', dir: '/', fileName: 'a', loadedBytes: 1, totalBytes: 2 };
    const state = 'uploading' as const;
    expect(queue.isOwn({ ...news, state, space: 'disk' })).toBe(true);
    expect(queue.isOwn({ ...news, state, space: 'project', spaceId: 'p' })).toBe(false);
  });

  it('has nothing to go on with after a refusal, and something after a fault', () => {
    release(['a']);
    engine.of('a').end([{ kind: 'fault', message: 'later' }]);
    expect(gone).toEqual([]);
    release(['b']);
    engine.of('b').end([refused]);
    expect(gone).toEqual(['b']);
  });
});
