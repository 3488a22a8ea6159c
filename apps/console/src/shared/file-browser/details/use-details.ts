import { useState } from 'react';

const storageKey = 'filesDetails';

/** Whether the pane with the details is open; the choice is this browser's. */
export function useDetails(): { isOpen: boolean; open: () => void; toggle: () => void } {
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(storageKey) === 'open');
  return {
    isOpen,
    /** For what a link leads to: this changes no choice. */
    open: () => setIsOpen(true),
    toggle: () => {
      localStorage.setItem(storageKey, isOpen ? 'closed' : 'open');
      setIsOpen(!isOpen);
    },
  };
}
