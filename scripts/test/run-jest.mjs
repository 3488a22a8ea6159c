import { mkdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runWhileProgressing } from '../support/run-while-progressing.mjs';
import { root } from '../support/workspace.mjs';
import { bundleSpecs } from './jest/bundle-specs.mjs';
import { readResults } from './results.mjs';

const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const program = join(root, 'node_modules/jest/bin/jest.js');

/** Above it a worker is replaced after the file that it runs: contexts of component specs are not let go of at once. */
const workerMemory = '1400MB';

/**
 * Runs suites in one Jest, with one queue of files.
 * @param {{ name: string }[]} suites
 * @param {{ name: string, workers: number, args?: string[], env?: NodeJS.ProcessEnv }} options `name` of the file of results
 * @returns {Promise<{ status: number | null, stopped: string | null, files: import('./results.mjs').FileResult[] }>}
 */
export async function runJest(suites, { name, workers, args = [], env = process.env }) {
  const output = join(root, 'tests/output', `${name}.jsonl`);
  mkdirSync(join(root, 'tests/output'), { recursive: true });
  rmSync(output, { force: true });
  const ended = await runWhileProgressing(
    [
      ...[...jest, program, ...args, ...selectProjects(suites)],
      ...['--reporters=default', `--reporters=${join(import.meta.dirname, 'jest/reporter.mjs')}`],
      // Without workers, what a file leaves open would keep Jest from ending.
      ...(workers === 1 ? ['--runInBand', '--forceExit'] : [`--maxWorkers=${workers}`]),
      `--workerIdleMemoryLimit=${workerMemory}`,
    ],
    { cwd: root, env: { ...env, TEST_RESULTS: output } },
  );
  return { ...ended, files: readResults(output) };
}

const selectProjects = (suites) => suites.map(({ name }) => `--selectProjects=${name}`);

/**
 * Bundles the specs of those suites that run in Node's own modules.
 * @returns {Promise<NodeJS.ProcessEnv>} what Jest needs to know of them
 */
export async function prepareNativeSpecs(suites) {
  const native = suites.filter(({ isNative }) => isNative);
  if (native.length === 0) {
    return {};
  }
  const { stdout } = spawnSync(
    process.execPath,
    [...jest, program, '--listTests', ...selectProjects(native)],
    { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  );
  const files = stdout.split('\n').filter((line) => line.startsWith(root));
  return { NATIVE_SPECS: await bundleSpecs(files) };
}
