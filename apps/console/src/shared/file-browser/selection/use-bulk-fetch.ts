import { useEffect, useMemo, useRef, useState } from 'react';
import type { CollectOptions } from '../api/collect.js';

/** What is over sooner than this is not worth a word. */
const quietMs = 300;

/** Entries being fetched because the user acts on more than is here. */
export interface BulkFetchProgress {
  done: number;
  total: number;
  cancel: () => void;
}

export interface BulkFetch {
  /** Null while nothing is fetched, or not for long enough to speak of. */
  progress: BulkFetchProgress | null;
  /** Does what fetches many entries; null when it was cancelled, by the user, another fetch or leaving the page. */
  run: <T>(work: (options: CollectOptions) => Promise<T>) => Promise<T | null>;
  cancel: () => void;
}

/** Fetching many entries in the background: one at a time, with its progress, and a way to stop it. */
export function useBulkFetch(): BulkFetch {
  const [progress, setProgress] = useState<BulkFetchProgress | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const acts = useMemo(() => {
    const cancel = (): void => current.current?.abort();
    const run = async <T>(work: (options: CollectOptions) => Promise<T>): Promise<T | null> => {
      cancel();
      const mine = new AbortController();
      current.current = mine;
      let latest = { done: 0, total: 0 };
      let isShown = false;
      const show = (): void => {
        isShown = current.current === mine;
        if (isShown) {
          setProgress({ ...latest, cancel: () => mine.abort() });
        }
      };
      const timer = setTimeout(show, quietMs);
      const onProgress = (done: number, total: number): void => {
        latest = { done, total };
        if (isShown) {
          show();
        }
      };
      try {
        const result = await work({ signal: mine.signal, onProgress });
        return mine.signal.aborted ? null : result;
      } catch (error) {
        if (mine.signal.aborted) {
          return null;
        }
        throw error;
      } finally {
        clearTimeout(timer);
        if (current.current === mine) {
          current.current = null;
          setProgress(null);
        }
      }
    };
    return { run, cancel };
  }, []);
  return { progress, ...acts };
}
