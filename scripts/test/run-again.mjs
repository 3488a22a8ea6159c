import { countTests, failedFiles } from './results.mjs';

/** More files than this are no matter of timing: something is broken, and to run it all again would only take time. */
export const mostFilesAgain = 6;

/** More flaky tests than this in one run are a fault of their own: the run is red. */
export const mostFlaky = 3;

const fileItself = '(the file itself)';

/**
 * A test that failed at first and passed when its file ran once more, alone: a fault of timing, of order or of shared state.
 * @typedef {{ suite: string, file: string, test: string, failure: string }} FlakyTest
 */

/**
 * Runs each file in which something failed once more, alone. What fails again has failed; what passes is flaky.
 * @param {import('./results.mjs').FileResult[]} files of the whole run
 * @param {(file: import('./results.mjs').FileResult) => Promise<import('./results.mjs').FileResult | undefined>} runAlone
 * @returns {Promise<{ files: import('./results.mjs').FileResult[], flaky: FlakyTest[] }>} the results with the second runs in them
 */
export async function runFailedAgain(files, runAlone) {
  const failed = failedFiles(files);
  if (failed.length > mostFilesAgain) {
    return { files, flaky: [] };
  }
  const again = new Map();
  const flaky = [];
  for (const first of failed) {
    const verdict = judgeAgain(first, await runAlone(first));
    again.set(first, verdict.file);
    flaky.push(...verdict.flaky);
  }
  return { files: files.map((file) => again.get(file) ?? file), flaky };
}

/**
 * What the second run of a file says of the first one. A test that failed is flaky only if it ran again and passed: one that was skipped
 * or missing has failed. What passed at first and fails now has failed too: twice in a row something of this file went wrong.
 * @param {import('./results.mjs').FileResult} first
 * @param {import('./results.mjs').FileResult | undefined} second undefined: it left no results
 */
export function judgeAgain(first, second) {
  if (!second || second.broken !== null) {
    return { file: first, flaky: [] };
  }
  if (first.broken !== null && countTests([second]).passed === 0) {
    return { file: first, flaky: [] };
  }
  const before = new Map(first.tests.map((test) => [test.name, test]));
  const now = new Map(second.tests.map((test) => [test.name, test]));
  const flaky = [];
  const tests = [];
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(name), now.get(name)];
    if (was?.status === 'failed' && is?.status === 'passed') {
      flaky.push({ suite: first.suite, file: first.file, test: name, failure: was.failure });
      tests.push(is);
    } else {
      tests.push(is?.status === 'failed' || was === undefined ? is : was);
    }
  }
  if (first.broken !== null) {
    const { suite, file, broken } = first;
    flaky.push({ suite, file, test: fileItself, failure: broken });
  }
  return { file: { ...first, broken: null, tests }, flaky };
}
