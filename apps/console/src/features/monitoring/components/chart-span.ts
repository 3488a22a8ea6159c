import type { AlertRules } from '@clusterdesk/contracts';
import { createContext } from 'react';

/** The span of time that all charts show, milliseconds since the epoch; it moves on all the time. */
export interface ChartSpan {
  from: number;
  to: number;
  /** How far apart the points are. */
  stepMs: number;
}

/** Whether the figures beside the charts are of this moment, or averages of the span: its last point is of many minutes. */
export const FiguresOfNowContext = createContext(true);

/** Told to the charts alone: the cards around them have nothing to draw anew when time goes on. */
export const ChartSpanContext = createContext<ChartSpan>({ from: 0, to: 0, stepMs: 0 });

/** When alerts begin, for the dashed lines of the charts; undefined while it is not known. */
export const AlertRulesContext = createContext<AlertRules | undefined>(undefined);
