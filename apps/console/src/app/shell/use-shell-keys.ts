import { useEffect, useRef } from 'react';
import { isTyping } from '../../shared/lib/dom/is-typing.js';

interface ShellKeys {
  onHelp: () => void;
  onPalette: () => void;
}

const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Puts the cursor into the page's search field, its text selected; false: the page has none in sight. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'main :is([role=search] input, input[type=search])',
  );
  const field = [...fields].find((candidate) => isShown(candidate) && !candidate.disabled);
  field?.focus();
  field?.select();
  return field !== undefined;
}

const isPalette = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !event.altKey;

/** The keys that work on every page: `?` lists the shortcuts, Ctrl+K opens the palette, `/` goes to the page's search. */
export function useShellKeys({ onHelp, onPalette }: ShellKeys): void {
  const latest = useRef({ onHelp, onPalette });
  useEffect(() => {
    latest.current = { onHelp, onPalette };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // What is open above the page has keys of its own.
      const isCovered = [...document.querySelectorAll('[role=dialog]')].some(isShown);
      if (event.defaultPrevented || isCovered) {
        return;
      }
      if (isPalette(event)) {
        event.preventDefault();
        latest.current.onPalette();
      } else if (event.key === '?' && !isTyping(event.target)) {
        latest.current.onHelp();
      } else if (event.key === '/' && !isTyping(event.target) && focusSearch()) {
        event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
