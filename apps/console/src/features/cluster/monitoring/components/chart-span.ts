import { createContext } from 'react';

/** The span of time that all charts show, milliseconds since the epoch; it moves on all the time. */
export interface ChartSpan {
  from: number;
  to: number;
  /** How far apart the points are. */
  stepMs: number;
}

/** Told to the charts alone: the cards around them have nothing to draw anew when time goes on. */
export const ChartSpanContext = createContext<ChartSpan>({ from: 0, to: 0, stepMs: 0 });
