import { describe, expect, it } from '@jest/globals';
import { readSamples } from './read-samples.js';

const now = 1_800_000_000_000;
const node = { nodeId: 'n1', hostname: 'calc-01' };

/** What is read of samples that were taken so many milliseconds ago. */
function read(agosMs: readonly number[]) {
  const samples = agosMs.map((ago) => ({ time: now - ago, cpu: 1, mem: 1 }));
  const { live, replayed } = readSamples(node, { samples }, now);
  const agoOf = ({ time }: { time: number }): number => now - time;
  return { live: live.map(agoOf), replayed: replayed.map(agoOf) };
}

/** Every `everyMs`, the oldest first. */
const every = (everyMs: number, fromMs: number, toMs: number): number[] =>
  Array.from({ length: (fromMs - toMs) / everyMs + 1 }, (_, index) => fromMs - index * everyMs);

describe('the samples of a report', () => {
  it('are of now in an ordinary report', () => {
    expect(read([2_000, 0])).toEqual({ live: [2_000, 0], replayed: [] });
  });

  it('are replayed but for the last seconds, after a cut', () => {
    const { live, replayed } = read(every(2_000, 60_000, 0));
    expect(live).toEqual([6_000, 4_000, 2_000, 0]);
    expect(replayed).toEqual(every(2_000, 60_000, 8_000));
  });

  it('are all replayed in a piece that others follow', () => {
    const piece = every(2_000, 3_600_000, 2_602_000);
    expect(read(piece)).toEqual({ live: [], replayed: piece });
  });

  it('are of now when they are of a short while, by a clock that is behind', () => {
    expect(read([3_602_000, 3_600_000])).toEqual({ live: [3_602_000, 3_600_000], replayed: [] });
  });

  it('are the last said of each second, whatever their order', () => {
    const samples = [2, 1, 3].map((cpu) => ({ time: now - (cpu === 1 ? 4_000 : 0), cpu, mem: 1 }));
    const { live } = readSamples(node, { samples }, now);
    expect(live.map(({ cpu }) => cpu)).toEqual([1, 3]);
  });

  it('are few of now, however many are sent', () => {
    expect(read(every(10, 7_000, 0)).live.length).toBeLessThanOrEqual(8);
  });

  it('are not of times that no agent has lived', () => {
    expect(read([86_400_000])).toEqual({ live: [], replayed: [] });
    expect(read([-86_400_000]).live).toEqual([-5_000]);
  });
});
