import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LivePosition } from '@clusterdesk/contracts';
import { LiveOrder } from './live-order.js';

const audience = 'user:u1';
const at = (seq: number, quietMs = 60_000, epoch = 'e1'): LivePosition => ({
  audience,
  epoch,
  seq,
  quietMs,
});

/** What an order told of one audience. Its page was asked for 5 s ago. */
class Rig {
  readonly delivered: number[] = [];
  gaps = 0;
  readonly order = new LiveOrder({
    deliver: (_event, args) => void this.delivered.push(Number(args[0])),
    reportGap: () => {
      this.gaps += 1;
    },
    ageOf: () => 5_000,
  });

  accept(seq: number, epoch = 'e1'): void {
    this.order.accept({ audience, epoch, seq }, 'filesChanged', [seq]);
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('the order of live events', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** An order that knows its place: nothing has happened yet. */
  function placed(): Rig {
    const rig = new Rig();
    rig.order.acceptPositions([at(0)]);
    return rig;
  }

  it.each([
    ['older', 9_000, 0],
    ['younger', 3_000, 1],
  ])('begins at its position; an event %s than the page is a gap', (_name, quietMs, gaps) => {
    const rig = new Rig();
    rig.order.acceptPositions([at(5, quietMs)]);
    expect(rig.gaps).toBe(gaps);
    rig.accept(6);
    expect(rig.delivered).toEqual([6]);
  });

  it('holds what comes before the first position', () => {
    const rig = new Rig();
    [5, 6].forEach((seq) => rig.accept(seq));
    expect(rig.delivered).toEqual([]);
    rig.order.acceptPositions([at(5, 10)]);
    expect([rig.delivered, rig.gaps]).toEqual([[6], 1]);
  });

  it('delivers once and in order what overtakes and comes twice, without a gap', () => {
    const rig = placed();
    [2, 1, 1, 4, 2, 3, 4].forEach((seq) => rig.accept(seq));
    jest.advanceTimersByTime(5_000);
    expect([rig.delivered, rig.gaps]).toEqual([upTo(4), 0]);
  });

  it('says that something is missing when it does not come, and goes on behind it', () => {
    const rig = placed();
    [1, 9, 7].forEach((seq) => rig.accept(seq));
    expect([rig.delivered, rig.gaps]).toEqual([[1], 0]);
    jest.advanceTimersByTime(1_000);
    rig.accept(8);
    rig.accept(10);
    expect([rig.delivered, rig.gaps]).toEqual([[1, 7, 9, 10], 1]);
  });

  it('says so when the server is further, for the last event may be the lost one', () => {
    const rig = placed();
    rig.order.acceptPositions([at(2)]);
    rig.accept(1);
    expect(rig.gaps).toBe(0);
    jest.advanceTimersByTime(1_000);
    rig.accept(3);
    expect([rig.delivered, rig.gaps]).toEqual([[1, 3], 1]);
  });

  it.each([
    ['an event', (rig: Rig) => rig.accept(50, 'e2'), [1, 50, 51]],
    ['a position', (rig: Rig) => rig.order.acceptPositions([at(50, 60_000, 'e2')]), [1, 51]],
  ])('says so when %s is of another epoch, and goes on there', (_name, come, delivered) => {
    const rig = placed();
    rig.accept(1);
    come(rig);
    rig.accept(51, 'e2');
    expect([rig.delivered, rig.gaps]).toEqual([delivered, 1]);
  });

  it('says nothing while the connection is gone, and after it only when something was missed', () => {
    const rig = placed();
    rig.accept(2);
    rig.order.pause();
    jest.advanceTimersByTime(5_000);
    expect(rig.gaps).toBe(0);
    rig.order.acceptPositions([at(2)]);
    expect([rig.delivered, rig.gaps]).toEqual([[], 1]);
    rig.order.pause();
    rig.order.acceptPositions([at(2)]);
    jest.advanceTimersByTime(1_000);
    expect(rig.gaps).toBe(1);
  });

  it('shows the newest state after any loss, doubling and overtaking', () => {
    for (let round = 0; round < 200; round += 1) {
      const shown = new Set<number>();
      let top = 0;
      const order = new LiveOrder({
        deliver: (_event, args) => void shown.add(Number(args[0])),
        // The page asks for its state anew.
        reportGap: () => upTo(top).forEach((seq) => shown.add(seq)),
        ageOf: () => 5_000,
      });
      order.acceptPositions([at(0)]);
      const sent = upTo(40)
        .filter(() => Math.random() > 0.2)
        .flatMap((seq) => (Math.random() > 0.8 ? [seq, seq] : [seq]))
        .map((seq) => ({ seq, place: seq + Math.random() * 6 }))
        .sort((a, b) => a.place - b.place);
      for (const { seq } of sent) {
        top = Math.max(top, seq);
        order.accept({ audience, epoch: 'e1', seq }, 'filesChanged', [seq]);
        jest.advanceTimersByTime(Math.random() > 0.9 ? 600 : 1);
        if (Math.random() > 0.95) {
          order.pause();
          order.acceptPositions([at(top)]);
        }
      }
      jest.advanceTimersByTime(3_000);
      expect([...shown].sort((a, b) => a - b)).toEqual(upTo(top));
    }
  });
});
