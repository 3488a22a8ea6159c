import { useState } from 'react';

const storageKey = 'filesDetails';

/** Whether the pane with the details is open; the choice is this browser's. */
export function useDetails(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(storageKey) === 'open');
  return {
    isOpen,
    toggle: () => {
      localStorage.setItem(storageKey, isOpen ? 'closed' : 'open');
      setIsOpen(!isOpen);
    },
  };
}
