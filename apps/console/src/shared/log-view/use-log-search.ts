import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { LogLines } from './window/log-lines.js';

/** A search through the lines of a log. */
export interface LogSearchState {
  isOpen: boolean;
  wanted: string;
  /** The lines that have what is wanted, by their place. */
  places: readonly number[];
  /** Which of them is in view. */
  current: number;
  setWanted: (text: string) => void;
  /** Leads to another hit, after the last one to the first. */
  move: (step: 1 | -1) => void;
  open: () => void;
  close: () => void;
}

/**
 * @param version of the lines, which grow in place
 * @param show brings a line into view
 */
export function useLogSearch(
  lines: LogLines,
  version: number,
  show: (index: number) => void,
): LogSearchState {
  const [isOpen, setIsOpen] = useState(false);
  const [wanted, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  // A hundred thousand lines take a moment: what is typed comes first.
  const asked = useDeferredValue(isOpen ? wanted : '');
  const seen = useDeferredValue(version);
  const places = useMemo(
    () => lines.find(asked),
    // The lines change in place, and `seen` says when.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [lines, asked, seen],
  );
  const current = Math.min(chosen, Math.max(0, places.length - 1));
  const setWanted = useCallback((text: string): void => {
    setText(text);
    setChosen(0);
  }, []);
  // What is looked for may come only later: the first hit is shown once it is there.
  const shown = useRef('');
  const place = places[current];
  useEffect(() => {
    if (asked === '') {
      shown.current = '';
    } else if (place !== undefined && shown.current !== asked) {
      shown.current = asked;
      show(place);
    }
  }, [asked, place, show]);
  return {
    isOpen,
    wanted: isOpen ? wanted : '',
    places,
    current,
    setWanted,
    move: (step) => {
      const next = (current + step + places.length) % Math.max(1, places.length);
      const place = places[next];
      if (place !== undefined) {
        setChosen(next);
        show(place);
      }
    },
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
  };
}
