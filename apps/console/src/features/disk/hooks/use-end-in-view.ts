import { useEffect, useRef, type RefObject } from 'react';

/**
 * An element whose end is in view whenever `what` is another one: of a long trail the folder one is in matters most. While
 * its beginning is out of view it says so (`data-scrolled`).
 */
export function useEndInView(what: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const node = element.current;
    if (!node) {
      return undefined;
    }
    const mark = (): void => void node.toggleAttribute('data-scrolled', node.scrollLeft > 0);
    node.addEventListener('scroll', mark, { passive: true });
    node.scrollTo({ left: node.scrollWidth });
    mark();
    return () => node.removeEventListener('scroll', mark);
  }, [what]);
  return element;
}
