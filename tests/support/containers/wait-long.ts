import { waitFor } from '../wait-for.js';

/** As `waitFor`, for what a whole composition does on a machine that others keep busy: only what hangs meets its limit. */
export const waitLong = <T>(what: string, ask: () => T | Promise<T>, everyMs = 100) =>
  waitFor(what, ask, 240_000, everyMs);
