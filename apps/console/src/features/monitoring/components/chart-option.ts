import type { MonitorRecord } from '@clusterdesk/contracts';
import type { LineSeriesOption } from 'echarts/charts';
import type {
  GridComponentOption,
  MarkLineComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { Palette } from '../../../shared/theme/tokens.js';
import {
  formatClock,
  formatClockMinutes,
  formatDateTime,
  parseWireTime,
} from '../../../shared/lib/time/format-time.js';

export type ChartOption = ComposeOption<
  LineSeriesOption | GridComponentOption | TooltipComponentOption | MarkLineComponentOption
>;

type Points = MonitorRecord['cpus'];

/** One curve. */
export interface ChartLine {
  name: string;
  /** By its name in the palette. */
  color: keyof Palette;
  points: Points;
  /** Where a dashed line of its colour lies: from there on an alert begins. */
  threshold?: number | null;
}

/** How the values of a chart are said. */
export interface ChartScale {
  /** The end of the axis; absent: as the values need. */
  max?: number;
  /** Not `format`, as zod has it: whatever the console reads of that name stays in its first pages (vite/used-of-zod.ts). */
  write: (value: number) => string;
  /** The same beside the axis, where there is little room; absent: `write`. */
  writeAxis?: (value: number) => string;
}

export const percentScale: ChartScale = {
  max: 100,
  write: (value) => `${value.toFixed(1)}%`,
  writeAxis: (value) => `${value}%`,
};

export interface ChartInput {
  lines: readonly ChartLine[];
  scale: ChartScale;
  /** The span of time to draw, milliseconds since the epoch. */
  from: number;
  to: number;
  /** How far apart points are when nothing is missing, in milliseconds. */
  stepMs: number;
  palette: Palette;
}

type Value = [time: number, used: number | null];
type ChartPoint = Value | { value: Value; symbol: 'circle' };

/** The points as ECharts takes them; where the host was silent the line breaks, and a point alone between two breaks is a dot. */
export function toValues(points: Points, stepMs: number): ChartPoint[] {
  const gapMs = Math.max(stepMs * 3, 10_000);
  const isJoined = (index: number): boolean => {
    const [before, point] = [points[index - 1], points[index]];
    return before !== undefined && point !== undefined && point.time - before.time <= gapMs;
  };
  return points.flatMap(({ time, used }, index): ChartPoint[] => {
    const before = points[index - 1];
    const value: Value = [time, used];
    const isLone = !isJoined(index) && !isJoined(index + 1);
    const point: ChartPoint = isLone ? { value, symbol: 'circle' } : value;
    return before && !isJoined(index) ? [[before.time + stepMs, null], point] : [point];
  });
}

const dayMs = 24 * 3_600_000;

/**
 * What stands below the time axis: days alone in a range of many days; else times of day, the first of a day with its date. Ticks
 * of a day are six hours apart, at whole hours of the browser's zone.
 */
export function axisLabel(time: number, spanMs: number): string {
  const text = formatDateTime(time);
  const day = text.slice(5, 10);
  const clock = text.slice(11, 16);
  if (spanMs > dayMs || (spanMs > dayMs / 4 && clock === '00:00')) {
    return day;
  }
  return spanMs > dayMs / 4 && clock < '06:00' ? `${day} ${clock}` : clock;
}

/** Labels that stand side by side below the narrowest chart. */
const dayLabelsMax = 5;

/**
 * Where the labels of a range of several days stand: at the midnights of the platform's zone, equally many days apart. Undefined:
 * the range is shorter, and ECharts chooses.
 */
export function midnights(from: number, to: number): number[] | undefined {
  if (to - from <= dayMs) {
    return undefined;
  }
  const apart = Math.ceil((to - from) / dayMs / dayLabelsMax);
  const times: number[] = [];
  // From the last one back, so that today has a label. Noon is on the same day whatever the clocks were changed by.
  for (let at = midnightOf(to); at > from; at = midnightOf(at + dayMs / 2 - apart * dayMs)) {
    times.unshift(at);
  }
  return times;
}

const midnightOf = (time: number): number =>
  parseWireTime(`${formatDateTime(time).slice(0, 10)} 00:00:00`) ?? time;

/** When a point was: to the second only where points are seconds apart, with its day where the range has several. */
export function pointLabel(time: number, spanMs: number): string {
  if (spanMs >= dayMs) {
    return formatDateTime(time).slice(5, 16);
  }
  return spanMs > dayMs / 4 ? formatClockMinutes(time) : formatClock(time);
}

function seriesOf(
  { name, color: colorName, points, threshold }: ChartLine,
  stepMs: number,
  palette: Palette,
): LineSeriesOption {
  const color = palette[colorName];
  return {
    name,
    type: 'line',
    symbol: 'none',
    symbolSize: 4,
    lineStyle: { width: 2, color },
    itemStyle: { color },
    emphasis: { disabled: true },
    data: toValues(points, stepMs),
    ...(typeof threshold === 'number' && {
      markLine: {
        silent: true,
        symbol: 'none',
        animation: false,
        label: { show: false },
        lineStyle: { type: 'dashed', width: 1, color, opacity: 0.8 },
        data: [{ yAxis: threshold }],
      },
    }),
  };
}

/** How curves over time are drawn. */
export function chartOption(input: ChartInput): ChartOption {
  const { lines, scale, from, to, stepMs, palette } = input;
  const writeAxis = scale.writeAxis ?? scale.write;
  const labelTimes = midnights(from, to);
  return {
    animation: false,
    grid: { left: scale.max === undefined ? 64 : 40, right: 10, top: 10, bottom: 22 },
    tooltip: {
      trigger: 'axis',
      appendTo: 'body',
      backgroundColor: palette.raised,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 12 },
      axisPointer: { lineStyle: { color: palette.faint } },
      valueFormatter: (value) => (typeof value === 'number' ? scale.write(value) : '–'),
    },
    xAxis: {
      type: 'time',
      min: from,
      max: to,
      axisLine: { lineStyle: { color: palette.line } },
      axisTick: { show: false },
      axisLabel: {
        color: palette.faint,
        fontSize: 11,
        hideOverlap: true,
        ...(labelTimes && { customValues: labelTimes }),
        formatter: (value: number) => axisLabel(value, to - from),
      },
      axisPointer: { label: { formatter: ({ value }) => pointLabel(Number(value), to - from) } },
      splitNumber: 3,
    },
    yAxis: {
      type: 'value',
      min: 0,
      ...(scale.max === undefined
        ? { splitNumber: 2 }
        : { max: scale.max, interval: scale.max / 2 }),
      axisLabel: { color: palette.faint, fontSize: 11, formatter: writeAxis },
      splitLine: { lineStyle: { color: palette.line } },
    },
    series: lines.map((line) => seriesOf(line, stepMs, palette)),
  };
}
