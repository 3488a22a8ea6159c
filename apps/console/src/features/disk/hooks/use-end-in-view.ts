import { useEffect, useRef, type RefObject } from 'react';

/** An element whose end is in view whenever `what` is another one: of a long trail the folder one is in matters most. */
export function useEndInView(what: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    element.current?.scrollTo({ left: element.current.scrollWidth });
  }, [what]);
  return element;
}
