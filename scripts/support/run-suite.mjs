import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runWhileProgressing } from './run-while-progressing.mjs';
import { root } from './workspace.mjs';

/** Tests wait more than they compute: one worker more than there are cores keeps these busy. */
function workersOf({ isWhole = false, hasTwins = false }) {
  if (hasTwins) {
    return '--maxWorkers=2';
  }
  return isWhole ? '--runInBand' : `--maxWorkers=${availableParallelism() + 1}`;
}

/**
 * Runs one project of jest.config.mjs and writes its results to `output`.
 * @param {{ name: string, isWhole?: boolean, hasTwins?: boolean }} suite
 * @param {{ output: string, env: NodeJS.ProcessEnv, jestArgs: string[] }} options
 */
export function runSuite(suite, { output, env, jestArgs }) {
  return runWhileProgressing(
    [
      ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      [join(root, 'node_modules/jest/bin/jest.js'), `--selectProjects=${suite.name}`],
      // Jest's --json writes the results to stdout as well, which nobody wants to read.
      ['--json', `--outputFile=${output}`],
      ['--reporters=default', `--reporters=${join(import.meta.dirname, 'progress-reporter.mjs')}`],
      workersOf(suite),
      jestArgs,
    ].flat(),
    { cwd: root, env },
  );
}
