import type { GraphLink } from '@clusterdesk/contracts';
import { useId, useMemo, type ReactNode } from 'react';
import { useIsNarrow } from '../../../shared/lib/dom/use-is-narrow.js';
import { layOut, type Place } from './graph-layout.js';
import styles from './graphs.module.css';

/** Measures of a drawing, pixels: of a step, and the gap to the next layer. */
interface Measures {
  width: number;
  height: number;
  gap: number;
}

/** Room for the heads of arrows and the ring of the focus. */
const margin = 8;
const lane = 24;
const wide: Measures = { width: 216, height: 84, gap: 56 };
const narrow: Measures = { width: 144, height: 96, gap: 40 };

type Point = readonly [x: number, y: number];

/** A line through these places: straight beside steps, in a curve between layers. */
function pathOf(
  points: readonly Place[],
  { width, height, gap }: Measures,
  isDown: boolean,
): string {
  const length = isDown ? height : width;
  const turned = (along: number, across: number): Point =>
    isDown ? [across, along] : [along, across];
  const write = (...all: Point[]): string => all.map((point) => point.join(' ')).join(',');
  return points
    .map(({ layer, at }, index) => {
      const start = margin + layer * (length + gap);
      const before = points[index - 1];
      if (!before) {
        return `M ${write(turned(start + length, at))}`;
      }
      const curve = write(
        turned(start - gap / 2, before.at),
        turned(start - gap / 2, at),
        turned(start, at),
      );
      const isBeside = index < points.length - 1;
      return `C ${curve}${isBeside ? ` L ${write(turned(start + length, at))}` : ''}`;
    })
    .join(' ');
}

interface GraphDrawingProps<Step extends GraphLink> {
  /** What it is a drawing of. */
  label: string;
  steps: readonly Step[];
  /** What stands in the box of a step; `isCircular`: it waits for itself. */
  children: (step: Step, isCircular: boolean) => ReactNode;
}

/**
 * Draws a graph from the left to the right, in a narrow window from the top down. To who does not see it, it is the list of its steps,
 * first ones first.
 */
export function GraphDrawing<Step extends GraphLink>({
  label,
  steps,
  children,
}: GraphDrawingProps<Step>): ReactNode {
  const isDown = useIsNarrow();
  const arrow = useId();
  const measures = isDown ? narrow : wide;
  const { width, height, gap } = measures;
  const layout = useMemo(
    () => layOut(steps, { step: (isDown ? width : height) + 16, lane }),
    [steps, isDown, width, height],
  );
  const length =
    2 * margin + layout.layers * ((isDown ? height : width) + gap) - (layout.layers && gap);
  const size = isDown
    ? { width: layout.breadth, height: length }
    : { width: length, height: layout.breadth };
  return (
    // It scrolls, by keys as well.
    <div className={styles['scroller']} role="group" aria-label={label} tabIndex={0}>
      <div className={styles['drawing']} style={size}>
        <svg className={styles['lines']} {...size} aria-hidden>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M 0 0 L 8 4 L 0 8 z" />
          </marker>
          {layout.lines.map(({ from, to, points }) => (
            <path
              key={`${from} ${to}`}
              className={styles['line']}
              d={pathOf(points, measures, isDown)}
              markerEnd={`url(#${arrow})`}
            />
          ))}
        </svg>
        <ol className={styles['steps']}>
          {layout.steps.map(({ step, layer, at, isCircular }) => {
            const along = margin + layer * ((isDown ? height : width) + gap);
            const across = at - (isDown ? width : height) / 2;
            const [left, top] = isDown ? [across, along] : [along, across];
            return (
              <li key={step.key} style={{ left, top, width, height }}>
                {children(step, isCircular)}
              </li>
            );
          })}
        </ol>
      </div>
    </div>
  );
}
