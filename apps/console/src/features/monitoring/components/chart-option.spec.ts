import { expect, test } from '@jest/globals';
import { palettes } from '../../../shared/theme/tokens.js';
import {
  axisLabel,
  chartOption,
  type ChartLine,
  midnights,
  percentScale,
  pointLabel,
  toValues,
} from './chart-option.js';

test('the line breaks where the host was silent', () => {
  const points = [0, 2_000, 4_000, 60_000].map((time) => ({ time, used: 1 }));
  expect(toValues(points, 2_000)).toEqual([
    [0, 1],
    [2_000, 1],
    [4_000, 1],
    [6_000, null],
    { value: [60_000, 1], symbol: 'circle' },
  ]);
});

test('a point alone is a dot, for no line goes through it', () => {
  const points = [0, 60_000, 62_000].map((time) => ({ time, used: 1 }));
  expect(toValues(points, 2_000)).toEqual([
    { value: [0, 1], symbol: 'circle' },
    [2_000, null],
    [60_000, 1],
    [62_000, 1],
  ]);
});

test('the labels of several days stand at midnights, equally far apart, today’s among them', () => {
  const at = (day: number, hour = 0): number => new Date(2026, 10, day, hour).getTime();
  expect(midnights(at(16, 14), at(23, 14))).toEqual([17, 19, 21, 23].map((day) => at(day)));
  expect(midnights(at(-6, 14), at(24, 14))).toEqual(
    [-6, 0, 6, 12, 18, 24].slice(1).map((day) => at(day)),
  );
  expect(midnights(at(22, 14), at(23, 14))).toBeUndefined();
});

test('a single missing point breaks nothing', () => {
  const points = [0, 12_000, 36_000].map((time) => ({ time, used: 1 }));
  expect(toValues(points, 12_000)).toHaveLength(3);
});

test('the axis says days where the range has many, and times of day else', () => {
  const hourMs = 3_600_000;
  // The platform's zone is the browser's until the server says another.
  const midnight = new Date(2026, 10, 23).getTime();
  expect(axisLabel(midnight, 30 * 24 * hourMs)).toBe('11-23');
  expect(axisLabel(midnight + 5 * hourMs, 7 * 24 * hourMs)).toBe('11-23');
  expect(axisLabel(midnight, 24 * hourMs)).toBe('11-23');
  expect(axisLabel(midnight + 2 * hourMs, 24 * hourMs)).toBe('11-23 02:00');
  expect(axisLabel(midnight + 8 * hourMs, 24 * hourMs)).toBe('08:00');
  expect(axisLabel(midnight, hourMs)).toBe('00:00');
});

test('a point of a long range says its day, one of a short range its second', () => {
  const hourMs = 3_600_000;
  const time = new Date(2026, 10, 23, 5, 6, 7).getTime();
  expect(pointLabel(time, 7 * 24 * hourMs)).toBe('11-23 05:06');
  expect(pointLabel(time, hourMs)).toBe('05:06:07');
});

test('a threshold is a dashed line of its curve, and none is drawn where none is set', () => {
  const line = (threshold: number | null): ChartLine => ({
    name: 'CPU',
    color: 'chartCpu',
    points: [],
    threshold,
  });
  const option = chartOption({
    lines: [line(90), line(null)],
    scale: percentScale,
    from: 0,
    to: 1,
    stepMs: 1,
    palette: palettes.light,
  });
  expect(option.series).toMatchObject([
    {
      markLine: {
        data: [{ yAxis: 90 }],
        lineStyle: { type: 'dashed', color: palettes.light.chartCpu },
      },
    },
    {},
  ]);
  expect(JSON.stringify(option).match(/markLine/g)).toHaveLength(1);
});
