import { useEffect, type RefObject } from 'react';

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Makes a bar of buttons one tab stop: Tab leads to the one used last, the arrows, Home and End from one to the other
 * (WAI-ARIA, toolbar pattern). Buttons come and go with what fits and what is selected, so it follows the document.
 */
export function useRovingFocus(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = bar.current;
    if (!node) {
      return undefined;
    }
    let current: HTMLElement | null = null;
    const all = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>('button, a[href]')];
    const reachable = (): HTMLElement[] =>
      all().filter((item) => !item.matches(':disabled') && !item.closest('[aria-hidden=true]'));
    const mark = (): void => {
      const items = reachable();
      current = current && items.includes(current) ? current : (items[0] ?? null);
      all().forEach((item) => (item.tabIndex = item === current ? 0 : -1));
    };
    const onFocus = ({ target }: FocusEvent): void => {
      const item =
        target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null;
      current = item ?? current;
      mark();
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const items = reachable();
      const at = items.findIndex((item) => item === document.activeElement);
      const step = steps[event.key];
      if (step && at >= 0) {
        event.preventDefault();
        items[step(at, items.length)]?.focus();
      }
    };
    const observer = new MutationObserver(mark);
    observer.observe(node, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'aria-hidden'],
    });
    node.addEventListener('focusin', onFocus);
    node.addEventListener('keydown', onKeyDown);
    mark();
    return () => {
      observer.disconnect();
      node.removeEventListener('focusin', onFocus);
      node.removeEventListener('keydown', onKeyDown);
    };
  }, [bar]);
}
