import { useEffect, useState, type RefObject } from 'react';

/** Whether the element is in or near the visible part of the page: what nobody sees need not be drawn. */
export function useIsInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node) {
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => setIsInView(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '200px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}
