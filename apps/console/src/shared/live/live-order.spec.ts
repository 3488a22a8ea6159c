import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LiveMark, LiveReplay, LiveResumeFrom } from '@clusterdesk/contracts';
import { LiveOrder } from './live-order.js';

const audience = 'user:u1';
const mark = (seq: number, epoch = 'e1'): LiveMark => ({ audience, epoch, seq });

/** A server's log of one audience, and what an order told of it. */
class Rig {
  epoch = 'e1';
  top = 0;
  /** The oldest number that is still known. */
  oldest = 1;
  isAway = false;
  readonly delivered: number[] = [];
  readonly asked: LiveResumeFrom[][] = [];
  gaps = 0;
  readonly order = new LiveOrder({
    resume: (from) => this.resume(from),
    deliver: (_event, args) => void this.delivered.push(Number(args[0])),
    reportGap: () => {
      this.gaps += 1;
    },
    ageOf: () => 5_000,
  });

  accept(seq: number): void {
    this.top = Math.max(this.top, seq);
    this.order.accept(mark(seq, this.epoch), 'filesChanged', [seq]);
  }

  private resume(from: LiveResumeFrom[]): Promise<LiveReplay[] | null> {
    this.asked.push(from);
    return Promise.resolve(this.isAway ? null : from.map((one) => this.replay(one)));
  }

  private replay(from: LiveResumeFrom): LiveReplay {
    const { epoch, top } = this;
    const after = 'seq' in from ? from.seq : this.oldest - 1;
    if ('epoch' in from && (from.epoch !== epoch || after + 1 < this.oldest)) {
      return { audience, state: 'gap', epoch, seq: top };
    }
    const events = Array.from({ length: top - after }, (_, index) => ({
      seq: after + 1 + index,
      event: 'filesChanged',
      args: [after + 1 + index],
    }));
    const page = events.slice(0, 3);
    const hasMore = page.length < events.length;
    return { audience, state: 'replayed', epoch, seq: top, events: page, hasMore };
  }
}

/** Lets this much time pass, in steps: a chain of answers takes more than one. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    await jest.advanceTimersByTimeAsync(50);
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('the order of live events', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** An order that knows its place: nothing has happened yet. */
  async function placed(): Promise<Rig> {
    const rig = new Rig();
    rig.order.acceptPositions([mark(0)]);
    await jest.advanceTimersByTimeAsync(0);
    rig.asked.length = 0;
    return rig;
  }

  it('begins with what is younger than what is shown', async () => {
    const rig = new Rig();
    rig.top = 5;
    rig.oldest = 4;
    rig.order.acceptPositions([mark(5)]);
    await jest.advanceTimersByTimeAsync(0);
    expect(rig.asked).toEqual([[{ audience, ageMs: 5_000 }]]);
    expect(rig.delivered).toEqual([4, 5]);
    expect(rig.gaps).toBe(0);
  });

  it('delivers once and in order what overtakes and comes twice, without asking', async () => {
    const rig = await placed();
    [2, 1, 1, 4, 2, 3, 4].forEach((seq) => rig.accept(seq));
    expect(rig.delivered).toEqual(upTo(4));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(rig.asked).toEqual([]);
  });

  it('asks for what does not come, and for all of it', async () => {
    const rig = await placed();
    rig.accept(1);
    rig.accept(9);
    expect(rig.delivered).toEqual([1]);
    await pass(300);
    expect(rig.delivered).toEqual(upTo(9));
    expect(rig.asked[0]).toEqual([mark(1)]);
  });

  it('asks when the server is further, for the last event may be the lost one', async () => {
    const rig = await placed();
    rig.top = 2;
    rig.order.acceptPositions([mark(2)]);
    await pass(300);
    expect(rig.delivered).toEqual([1, 2]);
  });

  it.each([
    ['too much is missing', (rig: Rig) => (rig.oldest = 40)],
    ['the log was lost', (rig: Rig) => (rig.epoch = 'e2')],
  ])('says that there is a gap when %s, and goes on behind it', async (_name, lose) => {
    const rig = await placed();
    rig.accept(1);
    lose(rig);
    rig.accept(50);
    await pass(300);
    expect(rig.gaps).toBe(1);
    rig.accept(51);
    expect(rig.delivered).toEqual([1, 51]);
  });

  it('asks again when the server cannot answer', async () => {
    const rig = await placed();
    rig.isAway = true;
    rig.accept(2);
    await pass(3_000);
    expect(rig.delivered).toEqual([]);
    rig.isAway = false;
    await pass(2_000);
    expect(rig.delivered).toEqual([1, 2]);
  });

  it('asks nothing while the connection is gone, and for the rest afterwards', async () => {
    const rig = await placed();
    rig.accept(2);
    rig.order.pause();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(rig.asked).toEqual([]);
    rig.order.acceptPositions([mark(2)]);
    await pass(300);
    expect(rig.delivered).toEqual([1, 2]);
  });

  it('holds for any loss, doubling and overtaking', async () => {
    for (let round = 0; round < 200; round += 1) {
      const rig = await placed();
      const sent = upTo(40)
        .filter(() => Math.random() > 0.2)
        .flatMap((seq) => (Math.random() > 0.8 ? [seq, seq] : [seq]))
        .map((seq) => ({ seq, at: seq + Math.random() * 6 }))
        .sort((a, b) => a.at - b.at);
      for (const { seq } of sent) {
        rig.accept(seq);
        await jest.advanceTimersByTimeAsync(Math.random() > 0.9 ? 120 : 1);
        if (Math.random() > 0.95) {
          rig.order.pause();
          rig.order.acceptPositions([mark(rig.top)]);
        }
      }
      await pass(3_000);
      expect(rig.delivered).toEqual(upTo(rig.top));
      expect(rig.gaps).toBe(0);
    }
  });
});
