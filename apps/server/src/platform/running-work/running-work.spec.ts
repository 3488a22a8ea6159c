import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Realtime } from '../realtime/realtime.service.js';
import { RightEndedError } from './running-work.errors.js';
import { Timings } from '../timings.js';
import { RunningWork } from './running-work.service.js';

describe('running work', () => {
  let console: EventEmitter;
  let work: RunningWork;
  beforeEach(() => {
    console = new EventEmitter();
    work = new RunningWork({ console } as unknown as Realtime, new Timings());
    work.onModuleInit();
  });
  afterEach(() => work.onApplicationShutdown());

  it('ends with the session it was begun with, and only then', () => {
    const mine = work.begin({ userId: 'ann', sessionId: 's1' });
    const elsewhere = work.begin({ userId: 'ann', sessionId: 's2' });
    console.emit('accessEnded', { sessionId: 's1' });
    expect(mine.signal.aborted).toBe(true);
    expect(mine.signal.reason).toBeInstanceOf(RightEndedError);
    expect(elsewhere.signal.aborted).toBe(false);
  });

  it('ends with its user, in all sessions', () => {
    const handles = ['s1', 's2'].map((sessionId) => work.begin({ userId: 'ann', sessionId }));
    const other = work.begin({ userId: 'bob' });
    console.emit('accessEnded', { userId: 'ann', reason: 'frozen' });
    expect(handles.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(other.signal.aborted).toBe(false);
    expect(work.size).toBe(1);
  });

  it('does not end everything when a broadcast names nobody', () => {
    const handle = work.begin({ userId: 'ann' });
    console.emit('accessEnded', {});
    expect(handle.signal.aborted).toBe(false);
  });

  it('is asked again when the rights of its user or its space change', async () => {
    let mayAnn = true;
    const isStillAllowed = (): Promise<boolean> => Promise.resolve(mayAnn);
    const ann = work.begin({ userId: 'ann', spaceKeys: ['project:1'] }, { isStillAllowed });
    await work.recheck(({ userId }) => userId === 'ann');
    expect(ann.signal.aborted).toBe(false);
    mayAnn = false;
    console.emit('spaceAccessChanged', ['project:2']);
    await work.recheck(() => false);
    expect(ann.signal.aborted).toBe(false);
    console.emit('spaceAccessChanged', ['project:1', 'project:3']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ann.signal.aborted).toBe(true);
  });

  it('is forgotten when it is over', () => {
    const handle = work.begin({ userId: 'ann' });
    handle.end();
    handle.end();
    console.emit('accessEnded', { userId: 'ann' });
    expect(handle.signal.aborted).toBe(false);
    expect(work.size).toBe(0);
  });
});
