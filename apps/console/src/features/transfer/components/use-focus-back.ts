import { useEffect, useRef } from 'react';

/** When the component goes, the focus returns to where it was before it came. */
export function useFocusBack(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const node = before.current;
    return () => {
      // After the dialog has taken itself out of the page.
      setTimeout(() => node instanceof HTMLElement && node.isConnected && node.focus());
    };
  }, []);
}
