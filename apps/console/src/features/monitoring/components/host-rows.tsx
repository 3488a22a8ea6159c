import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { MonitorRecord } from '@clusterdesk/contracts';
import { useSearchParams } from 'react-router-dom';
import { useWidth } from '../../../shared/lib/dom/use-width.js';
import { hostAddress } from '../monitor-view.js';
import { HostCard } from './host-card.js';
import styles from './host-card.module.css';

const gap = 16;
const narrowestCard = 400;
/** Before a row is measured: a card without a note, and the gap below it. */
const usualRowHeight = 238 + gap;

/** How many cards stand beside each other. */
const columnsIn = (width: number): number =>
  Math.max(1, Math.floor((width + gap) / (narrowestCard + gap)));

/** How far below the beginning of what scrolls the element stands. */
function offsetIn(scroller: Element, element: Element): number {
  return (
    element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
  );
}

/**
 * The cards in rows, of which those in or near view are in the page: hundreds of hosts have news every second, and a card
 * that nobody sees would cost as much as one that somebody does.
 */
export function HostRows({ hosts }: { hosts: readonly MonitorRecord[] }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const width = useWidth(frame);
  const [address] = useSearchParams();
  const columns = columnsIn(width);
  const scroller = (): Element | null => frame.current?.closest('main') ?? null;
  const virtualizer = useVirtualizer({
    count: width === 0 ? 0 : Math.ceil(hosts.length / columns),
    getScrollElement: scroller,
    estimateSize: () => usualRowHeight,
    scrollMargin,
    overscan: 1,
  });
  // What stands above may become higher, with a longer title in a narrower window, or words of how many are shown.
  useLayoutEffect(() => {
    const node = frame.current;
    const around = scroller();
    if (node && around) {
      setScrollMargin(offsetIn(around, node));
    }
  }, [width, hosts.length]);

  return (
    <div ref={frame} className={styles['rows']} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          className={styles['row']}
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${start - scrollMargin}px)`,
          }}
        >
          {hosts.slice(index * columns, (index + 1) * columns).map((host) => (
            <HostCard key={host.nodeId} host={host} to={hostAddress(address, host.nodeId)} />
          ))}
        </div>
      ))}
    </div>
  );
}
