import { useEffect, useState, type RefObject } from 'react';

/** One observer for the whole window: a platform may have hundreds of cards. */
const listeners = new WeakMap<Element, (isInView: boolean) => void>();
let observer: IntersectionObserver | null = null;

function observe(node: Element, listen: (isInView: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) =>
      entries.forEach(({ target, isIntersecting }) => listeners.get(target)?.(isIntersecting)),
    { rootMargin: '200px' },
  );
  const shared = observer;
  listeners.set(node, listen);
  shared.observe(node);
  return () => {
    listeners.delete(node);
    shared.unobserve(node);
  };
}

/** Whether the element is in or near the visible part of the page: what nobody sees need not be drawn. */
export function useIsInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => (element.current ? observe(element.current, setIsInView) : undefined), [element]);
  return isInView;
}
