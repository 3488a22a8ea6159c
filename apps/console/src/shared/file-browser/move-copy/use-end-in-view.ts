import { useEffect, useState, type RefCallback } from 'react';

/**
 * An element whose end is in view whenever `what` is another one: of a long trail the folder one is in matters most. While
 * its beginning is out of view it says so (`data-scrolled`).
 */
export function useEndInView(what: string): RefCallback<HTMLElement> {
  // A dialog draws what is in it later than itself.
  const [node, setNode] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!node) {
      return undefined;
    }
    const mark = (): void => void node.toggleAttribute('data-scrolled', node.scrollLeft > 0);
    node.addEventListener('scroll', mark, { passive: true });
    node.scrollTo({ left: node.scrollWidth });
    mark();
    return () => node.removeEventListener('scroll', mark);
  }, [node, what]);
  return setNode;
}
