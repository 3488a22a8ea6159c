import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, type ReactNode } from 'react';
import { useThemeChoice } from '../../../shared/theme/theme-context.js';
import { chartOption, type ChartInput } from './chart-option.js';
import styles from './host-card.module.css';

register([LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer]);

/** Curves over time; they follow theme and size. The numbers beside them say the same in words. */
export function LoadChart({
  lines,
  scale,
  from,
  to,
  stepMs,
}: Omit<ChartInput, 'palette'>): ReactNode {
  const { palette } = useThemeChoice();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);

  useEffect(() => {
    const node = place.current;
    if (!node) {
      return undefined;
    }
    const drawn = init(node);
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.resize());
    observer.observe(node);
    return () => {
      observer.disconnect();
      drawn.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    // Lines that are not there any longer go, and so does a threshold.
    chart.current?.setOption(chartOption({ lines, scale, from, to, stepMs, palette }), {
      replaceMerge: ['series'],
    });
  }, [lines, scale, from, to, stepMs, palette]);

  return <div ref={place} className={styles['chart']} aria-hidden />;
}
