import { useEffect, useState } from 'react';

/** Nothing is asked about a text that is still being typed. */
const pauseMs = 250;

/** The text once nobody has changed it for a moment. */
export function useDebouncedValue(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
