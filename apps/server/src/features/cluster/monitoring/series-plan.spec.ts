import { describe, expect, it } from '@jest/globals';
import { limits, monitorStep } from '@clusterdesk/contracts';
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
  const last = (rangeMs: number) => ({ from: now - rangeMs, to: now });

  it.each([
    ['a short one: samples', last(hourMs), null],
    ['a long one: the coarsest level that is fine enough', last(30 * dayMs), 900],
    ['one that ended long ago likewise', { from: now - 8 * dayMs, to: now - dayMs }, 900],
    [
      'a short one of which no samples are kept any more: averages of a minute',
      { from: now - 5 * dayMs, to: now - 5 * dayMs + hourMs },
      60,
    ],
  ])('%s, in whole steps', (_, range, level) => {
    const plan = planSeries(range, now - 3 * dayMs);
    const { stepMs } = plan;
    expect(plan).toEqual({
      level,
      stepMs,
      from: Math.floor(range.from / stepMs) * stepMs,
      to: Math.ceil(range.to / stepMs) * stepMs,
    });
    expect(stepMs % ((level ?? 1) * 1_000)).toBe(0);
    expect((plan.to - plan.from) / stepMs).toBeLessThanOrEqual(limits.monitorMaxPoints);
  });
});
