import type { Timings } from '../../../platform/timings.js';

/** How far a run is. */
export interface Progress {
  doneBytes: number;
  doneFiles: number;
}

/**
 * Writes progress now and then, and shows it, until the returned function is called. `write` is false when the row is no
 * longer the run's own; then `lost` is aborted.
 */
export function reportProgress(
  progress: Readonly<Progress>,
  steps: {
    write: (now: Progress) => Promise<boolean>;
    show: (now: Progress) => void;
    warn: (error: unknown) => void;
  },
  lost: AbortController,
  { progressMs, heartbeatMs }: Pick<Timings['runs'], 'progressMs' | 'heartbeatMs'>,
): () => Promise<void> {
  let last = { ...progress };
  let lastAt = 0;
  let isStopped = false;
  let writing = Promise.resolve();
  let isWriting = false;
  const write = async (now: Progress): Promise<void> => {
    isWriting = true;
    try {
      if (!(await steps.write(now))) {
        lost.abort();
      } else if (!isStopped) {
        steps.show(now);
      }
    } catch (error) {
      steps.warn(error);
    } finally {
      isWriting = false;
    }
  };
  const timer = setInterval(() => {
    const isSame = last.doneBytes === progress.doneBytes && last.doneFiles === progress.doneFiles;
    if (isWriting || (isSame && Date.now() - lastAt < heartbeatMs)) {
      return;
    }
    last = { ...progress };
    lastAt = Date.now();
    writing = write(last);
  }, progressMs);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await writing;
  };
}
