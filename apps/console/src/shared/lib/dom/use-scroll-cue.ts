import { useEffect, type RefObject } from 'react';

/** A part of a pixel that rounding leaves over says nothing. */
const tolerancePx = 1;

/** Says on an element that scrolls sideways where it goes on: `data-more-left`, `data-more-right`. Its styles show it. */
export function useScrollCue(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = element.current;
    if (!node) {
      return undefined;
    }
    const mark = (): void => {
      const right = node.scrollWidth - node.clientWidth - node.scrollLeft;
      node.toggleAttribute('data-more-left', node.scrollLeft > tolerancePx);
      node.toggleAttribute('data-more-right', right > tolerancePx);
    };
    const observer = new ResizeObserver(mark);
    observer.observe(node);
    [...node.children].forEach((child) => observer.observe(child));
    node.addEventListener('scroll', mark, { passive: true });
    mark();
    return () => {
      observer.disconnect();
      node.removeEventListener('scroll', mark);
    };
  });
}
