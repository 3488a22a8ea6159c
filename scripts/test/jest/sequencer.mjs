import TestSequencer from '@jest/test-sequencer';
import { relative } from 'node:path';
import { readDurations } from '../durations.mjs';

/** What is taken for a file that no run has recorded: it does not come last. */
const unknownSeconds = 10;

/** The order in which Jest begins files: longest first, so that no worker is left with a long one when the others have none. */
export default class LongestFirst extends TestSequencer {
  /** @param {{ path: string, context: { config: { rootDir: string } } }[]} tests */
  sort(tests) {
    const durations = readDurations();
    const secondsOf = ({ path, context }) =>
      durations[relative(context.config.rootDir, path)] ?? unknownSeconds;
    return [...tests].sort((a, b) => secondsOf(b) - secondsOf(a) || (a.path < b.path ? -1 : 1));
  }
}
