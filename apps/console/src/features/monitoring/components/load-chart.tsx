import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useThemeChoice } from '../../../shared/theme/theme-context.js';
import { chartOption, type ChartInput } from './chart-option.js';
import styles from './host-card.module.css';

register([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

type LoadChartProps = Omit<ChartInput, 'palette' | 'cpuName' | 'memoryName'>;

/** Processors and memory over time; follows theme and size. The numbers beside it say the same in words. */
export function LoadChart({ host, from, to, stepMs }: LoadChartProps): ReactNode {
  const { t } = useTranslation('cluster');
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
    chart.current?.setOption(
      chartOption({
        host,
        from,
        to,
        stepMs,
        palette,
        cpuName: t('cpu'),
        memoryName: t('memory'),
      }),
    );
  }, [host, from, to, stepMs, palette, t]);

  return <div ref={place} className={styles['chart']} aria-hidden />;
}
