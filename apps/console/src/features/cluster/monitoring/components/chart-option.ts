import type { MonitorRecord } from '@clusterdesk/contracts';
import type { LineSeriesOption } from 'echarts/charts';
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { Palette } from '../../../../shared/theme/tokens.js';
import {
  formatClock,
  formatClockMinutes,
  formatDateTime,
} from '../../../../shared/lib/time/format-time.js';

export type ChartOption = ComposeOption<
  LineSeriesOption | GridComponentOption | TooltipComponentOption
>;

export interface ChartInput {
  host: Pick<MonitorRecord, 'cpus' | 'mems'>;
  /** The span of time to draw, milliseconds since the epoch. */
  from: number;
  to: number;
  /** How far apart points are when nothing is missing, in milliseconds. */
  stepMs: number;
  palette: Palette;
  cpuName: string;
  memoryName: string;
}

type Value = [time: number, used: number | null];

/** The points as ECharts takes them; where the host was silent the line breaks. */
export function toValues(points: MonitorRecord['cpus'], stepMs: number): Value[] {
  const gapMs = Math.max(stepMs * 3, 10_000);
  return points.flatMap(({ time, used }, index): Value[] => {
    const before = points[index - 1];
    return before && time - before.time > gapMs
      ? [
          [before.time + stepMs, null],
          [time, used],
        ]
      : [[time, used]];
  });
}

const dayMs = 24 * 3_600_000;

/**
 * What stands below the time axis: days alone in a range of many days; else times of day, the first of a day with its date. Ticks
 * of such a range are six hours apart, at whole hours of the browser's zone.
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

/** When a point was: to the second only where points are seconds apart, with its day where the range has several. */
export function pointLabel(time: number, spanMs: number): string {
  if (spanMs >= dayMs) {
    return formatDateTime(time).slice(5, 16);
  }
  return spanMs > dayMs / 4 ? formatClockMinutes(time) : formatClock(time);
}

/** How a host's load is drawn. */
export function chartOption(input: ChartInput): ChartOption {
  const { host, from, to, stepMs, palette, cpuName, memoryName } = input;
  const line = (name: string, color: string, points: MonitorRecord['cpus']): LineSeriesOption => ({
    name,
    type: 'line',
    showSymbol: false,
    lineStyle: { width: 2, color },
    itemStyle: { color },
    emphasis: { disabled: true },
    data: toValues(points, stepMs),
  });
  return {
    animation: false,
    grid: { left: 40, right: 10, top: 10, bottom: 22 },
    tooltip: {
      trigger: 'axis',
      appendTo: 'body',
      backgroundColor: palette.raised,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 12 },
      axisPointer: { lineStyle: { color: palette.faint } },
      valueFormatter: (value) => (typeof value === 'number' ? `${value.toFixed(1)} %` : '–'),
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
        formatter: (value: number) => axisLabel(value, to - from),
      },
      axisPointer: { label: { formatter: ({ value }) => pointLabel(Number(value), to - from) } },
      splitNumber: 3,
    },
    yAxis: {
      type: 'value',
      min: 0,
      max: 100,
      interval: 50,
      axisLabel: { color: palette.faint, fontSize: 11, formatter: '{value}%' },
      splitLine: { lineStyle: { color: palette.line } },
    },
    series: [
      line(cpuName, palette.chartCpu, host.cpus),
      line(memoryName, palette.chartMemory, host.mems),
    ],
  };
}
