import { existsSync, readFileSync } from 'node:fs';

/**
 * What the reporter wrote of one file of tests. `broken`: why it did not load, or ended otherwise than by its tests.
 * @typedef {{ name: string, status: 'passed' | 'failed' | 'pending' | 'todo', ms: number, failure?: string }} TestResult
 * @typedef {{
 *   suite: string, file: string, seconds: number, phases?: import('./jest/phase-clock.mjs').Phases, broken: string | null,
 *   tests: TestResult[],
 * }} FileResult
 */

/** @returns {FileResult[]} in the order in which the files ended; none if Jest did not start */
export function readResults(path) {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];
}

/** A file that does not load has no tests to count: it counts as one that failed. */
export function countTests(files) {
  const of = (...states) =>
    files.flatMap(({ tests }) => tests).filter(({ status }) => states.includes(status)).length;
  return {
    passed: of('passed'),
    failed: of('failed') + files.filter(isOnlyBroken).length,
    skipped: of('pending', 'todo'),
  };
}

const isOnlyBroken = ({ broken, tests }) =>
  broken !== null && !tests.some(({ status }) => status === 'failed');

/** The files in which something failed. */
export const failedFiles = (files) =>
  files.filter(
    ({ broken, tests }) => broken !== null || tests.some(({ status }) => status === 'failed'),
  );
