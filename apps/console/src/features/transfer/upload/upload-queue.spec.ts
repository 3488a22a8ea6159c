import { limits } from '@clusterdesk/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { groupPicked, type UploadGroup } from './upload-group.js';
import { UploadQueue, type UploadEngine, type UploadEvents } from './upload-queue.js';

class FakeEngine implements UploadEngine {
  readonly runs = new Map<string, UploadEvents>();
  readonly started: string[] = [];
  readonly discarded: string[] = [];

  start(_: UploadGroup, item: { fileName: string }, on: UploadEvents): { stop: () => void } {
    this.started.push(item.fileName);
    this.runs.set(item.fileName, on);
    return { stop: () => this.runs.delete(item.fileName) };
  }

  discard(_: UploadGroup, item: { fileName: string }): void {
    this.discarded.push(item.fileName);
  }

  of(fileName: string): UploadEvents {
    const run = this.runs.get(fileName);
    if (!run) {
      throw new Error(`${fileName} does not run`);
    }
    return run;
  }
}

let engine: FakeEngine;
let queue: UploadQueue;

beforeEach(() => {
  jest.useFakeTimers();
  engine = new FakeEngine();
  queue = new UploadQueue(engine);
});
afterEach(() => {
  jest.useRealTimers();
});

function release(...paths: string[]): UploadGroup[] {
  const picked = paths.map((path) => ({ path, file: new File([new Uint8Array(100)], path) }));
  const groups = groupPicked({ space: 'disk' }, '/', picked);
  queue.add(groups);
  groups.forEach((group) => queue.release(group, '0'));
  return groups;
}
const states = (): string[] => queue.getView().groups.map((group) => group.state);
const idOf = (groups: UploadGroup[], index: number): string => groups[index]?.id ?? '';

describe('UploadQueue', () => {
  it('starts nothing before its name was checked', () => {
    queue.add(groupPicked({ space: 'disk' }, '/', [{ path: 'a', file: new File([], 'a') }]));
    expect(states()).toEqual(['checking']);
    expect(engine.started).toEqual([]);
    expect(queue.isBusy()).toBe(false);
  });

  it('runs three at a time, in order', () => {
    release('a', 'b', 'c', 'd', 'e');
    expect(engine.started).toEqual(['a', 'b', 'c']);
    engine.of('b').success();
    expect(engine.started).toEqual(['a', 'b', 'c', 'd']);
    expect(states()).toEqual(['uploading', 'complete', 'uploading', 'uploading', 'waiting']);
  });

  it('goes on with the others when one fails, and tries it again when asked', () => {
    const groups = release('a', 'b', 'c', 'd');
    engine.of('a').failure('why');
    expect(queue.getView().groups[0]).toMatchObject({ state: 'failed', problem: 'why' });
    expect(engine.started.at(-1)).toBe('d');
    engine.of('b').success();
    queue.retry(idOf(groups, 0));
    expect(engine.started.at(-1)).toBe('a');
    expect(queue.getView().groups[0]).toMatchObject({ state: 'uploading', problem: null });
  });

  it('pauses and resumes, letting the next one go meanwhile', () => {
    const groups = release('a', 'b', 'c', 'd');
    queue.pause(idOf(groups, 0));
    expect(engine.runs.has('a')).toBe(false);
    expect(states()).toEqual(['paused', 'uploading', 'uploading', 'uploading']);
    queue.resume(idOf(groups, 0));
    expect(states()[0]).toBe('waiting');
    engine.of('b').success();
    expect(states()[0]).toBe('uploading');
  });

  it('stops everything at once', () => {
    release('a', 'b', 'c', 'd', 'e');
    engine.of('a').success();
    queue.pauseAll();
    expect(engine.started).toEqual(['a', 'b', 'c', 'd']);
    expect(engine.runs.has('b') || engine.runs.has('c') || engine.runs.has('d')).toBe(false);
    expect(states()).toEqual(['complete', 'paused', 'paused', 'paused', 'paused']);
    expect(queue.isBusy()).toBe(false);
  });

  it('does not listen to an upload that was stopped', () => {
    const groups = release('a');
    const late = engine.of('a');
    queue.pause(idOf(groups, 0));
    late.success();
    late.failure('late');
    expect(states()).toEqual(['paused']);
  });

  it('drops a cancelled group and what the server holds of it, but nothing that is complete', () => {
    const groups = release('set/a', 'set/b');
    engine.of('a').success();
    queue.cancel(idOf(groups, 0));
    expect(engine.discarded).toEqual(['b']);
    expect(queue.getView().groups).toEqual([]);
    expect(queue.isBusy()).toBe(false);
  });

  it('closes five seconds after all went well', () => {
    release('a');
    engine.of('a').success();
    jest.advanceTimersByTime(limits.uploadPanelCloseMs - 1);
    expect(states()).toEqual(['complete']);
    jest.advanceTimersByTime(1);
    expect(queue.getView().groups).toEqual([]);
  });

  it('stays open with a failure, and when something new came', () => {
    release('a');
    engine.of('a').success();
    release('b');
    engine.of('b').failure('why');
    jest.advanceTimersByTime(limits.uploadPanelCloseMs * 2);
    expect(states()).toEqual(['complete', 'failed']);
  });

  it('does not count what was sent before a resume as speed', () => {
    release('a');
    engine.of('a').progress(90);
    jest.advanceTimersByTime(1_000);
    engine.of('a').progress(95);
    jest.advanceTimersByTime(1_000);
    const { bytesPerSecond, groups } = queue.getView();
    expect(groups[0]?.loadedBytes).toBe(95);
    expect(bytesPerSecond).toBeGreaterThan(0);
    expect(bytesPerSecond).toBeLessThanOrEqual(5);
  });

  it('knows its own uploads by id, and by name before the id is known', () => {
    const groups = release('a');
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
    queue.cancel(idOf(groups, 0));
    expect(queue.isOwn(news)).toBe(true);
    expect(queue.isOwn({ ...news, uploadId: 'u2' })).toBe(false);
  });
});
