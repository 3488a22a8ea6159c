import { NoSpaceLeftError } from '../space.errors.js';
import type { Staging } from '../storage/staging.js';

/** How often a run that writes much looks whether the disk still has its reserve; milliseconds. */
const lookMs = 1_000;

/**
 * Aborts, with a `NoSpaceLeftError`, as soon as the disk has less left than must stay free: what was free at the
 * beginning, others may have filled meanwhile.
 */
export function watchFreeSpace(staging: Staging): { signal: AbortSignal; stop: () => void } {
  const abort = new AbortController();
  const timer = setInterval(() => {
    staging.hasFreeSpace(0).then(
      (hasRoom) => {
        if (!hasRoom) {
          abort.abort(new NoSpaceLeftError());
        }
      },
      // Not knowing is no reason to stop; writing will fail if the disk is gone.
      () => undefined,
    );
  }, lookMs);
  timer.unref();
  return { signal: abort.signal, stop: () => clearInterval(timer) };
}
