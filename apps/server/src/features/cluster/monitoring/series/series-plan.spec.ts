import { describe, expect, it } from '@jest/globals';
import { limits, monitorStep, type MonitorLevel } from '@clusterdesk/contracts';
import { planSeries } from './series-plan.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('the step of a range', () => {
  it.each([
    ['no range at all', 0, null, limits.agentReportMs],
    ['a minute, no finer than agents report', minuteMs, null, limits.agentReportMs],
    ['a quarter of an hour', 15 * minuteMs, null, 4_000],
    ['an hour', hourMs, null, 14_000],
    ['six hours', 6 * hourMs, 60, 2 * minuteMs],
    ['a day', dayMs, 60, 5 * minuteMs],
    ['a week', 7 * dayMs, 900, 45 * minuteMs],
    ['thirty days', 30 * dayMs, 900, 150 * minuteMs],
    ['ten years', 3_650 * dayMs, 900, 293 * hourMs],
  ])('%s', (_, rangeMs, level, stepMs) => {
    expect(monitorStep(rangeMs)).toEqual({ level, stepMs });
    // One more than fit into the range, for points stand at multiples of the step.
    expect(Math.ceil(rangeMs / stepMs) + 1).toBeLessThanOrEqual(limits.monitorMaxPoints);
  });

  it('is wider for many hosts, whose points come together, and reads averages sooner', () => {
    expect(monitorStep(hourMs, 200)).toEqual(monitorStep(hourMs, 1));
    expect(monitorStep(hourMs, 500)).toEqual({ level: null, stepMs: 32_000 });
    expect(monitorStep(hourMs, 1_000)).toEqual({ level: 60, stepMs: minuteMs });
    expect(monitorStep(15 * minuteMs, 1_000_000)).toEqual({ level: null, stepMs: 16_000 });
  });
});

describe('what is read for a range', () => {
  const now = Date.UTC(2026, 10, 23, 12, 7, 30);
  const quarter = Date.UTC(2026, 10, 23, 12, 0);
  const minute = Date.UTC(2026, 10, 23, 12, 6);
  const rolledUp = new Map<MonitorLevel, number | null>([
    [60, minute],
    [900, quarter],
  ]);
  const last = (rangeMs: number) => ({ from: now - rangeMs, to: now });

  it('a short one: samples alone', () => {
    const { parts, stepMs } = planSeries(last(hourMs), rolledUp, now - 3 * dayMs);
    expect(parts).toEqual([
      {
        level: null,
        from: Math.floor((now - hourMs) / stepMs) * stepMs,
        to: Math.ceil(now / stepMs) * stepMs,
      },
    ]);
    expect((parts[0]!.to - parts[0]!.from) / stepMs).toBeLessThanOrEqual(limits.monitorMaxPoints);
  });

  it('a long one: the coarsest level as far as it goes, then finer ones, and samples at the end', () => {
    const { parts, stepMs } = planSeries(last(30 * dayMs), rolledUp, now - 3 * dayMs);
    const from = Math.floor((now - 30 * dayMs) / stepMs) * stepMs;
    expect(parts).toEqual([
      { level: 900, from, to: quarter },
      { level: 60, from: quarter, to: minute },
      { level: null, from: minute, to: Math.ceil(now / stepMs) * stepMs },
    ]);
  });

  it('one that ended long ago: averages alone', () => {
    const range = { from: now - 8 * dayMs, to: now - dayMs };
    const { parts } = planSeries(range, rolledUp, now - 3 * dayMs);
    expect(parts.map(({ level }) => level)).toEqual([900]);
  });

  it('a short one of which no samples are kept any more: averages of a minute', () => {
    const range = { from: now - 5 * dayMs, to: now - 5 * dayMs + hourMs };
    const { parts, stepMs } = planSeries(range, rolledUp, now - 3 * dayMs);
    expect(stepMs).toBe(minuteMs);
    const to = Math.ceil(range.to / minuteMs) * minuteMs;
    expect(parts).toEqual([{ level: 60, from: expect.any(Number), to }]);
  });

  it('before anything was averaged: samples alone', () => {
    const none = new Map<MonitorLevel, number | null>([
      [60, null],
      [900, null],
    ]);
    const { parts } = planSeries(last(7 * dayMs), none, now - 3 * dayMs);
    expect(parts.map(({ level }) => level)).toEqual([null]);
  });
});
