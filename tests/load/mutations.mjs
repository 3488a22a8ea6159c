/**
 * Whether the gate catches broken rules: `node tests/load/mutations.mjs [name or number ...]` breaks one rule at a time in the working
 * tree, runs the few test files that should notice it, and puts the file back. Tests that run whole programs are not among them.
 * `--list` names the mutations; `--check` runs the test files of those chosen with no rule broken, where every one must pass;
 * `--types` checks that the mutated code compiles.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleSpecs } from '../../scripts/test/jest/bundle-specs.mjs';
import { root } from '../../scripts/support/workspace.mjs';
import setUpDatabase from '../support/jest/database-setup.mjs';
import tearDownDatabase from '../support/jest/database-teardown.mjs';
import { approvals } from './mutations/approvals.mjs';
import { bytes } from './mutations/bytes.mjs';
import { chainsAndSaved } from './mutations/chains.mjs';
import { jobs } from './mutations/jobs.mjs';
import { rights } from './mutations/rights.mjs';

/** @typedef {{ name: string, rule: string, file: string, from: string, to: string, tests: string[] }} Mutation */

/** @type {Mutation[]} */
const mutations = [...rights, ...bytes, ...jobs, ...chainsAndSaved, ...approvals];

/** A file that hangs on a broken rule is not waited for: the gate would notice it as well. */
const mostMs = 10 * 60_000;
const resultsFile = join(root, `tests/output/mutation-${process.pid}.jsonl`);

process.chdir(root);
const words = process.argv.slice(2);
const chosen = choose(words.filter((word) => !word.startsWith('--')));
if (words.includes('--list')) {
  mutations.forEach(({ name, rule }, at) => console.log(`${at + 1} ${name}: ${rule}`));
  process.exit(0);
}
assertClean();
chosen.forEach(mutatedTextOf);

/** What puts the mutated file back; null while none is mutated. */
let restore = null;
let child = null;
process.on('exit', () => {
  restore?.();
  rmSync(resultsFile, { force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    restore?.();
    child?.kill();
    void tearDownDatabase().finally(() => process.exit(1));
  });
}

if (words.includes('--types')) {
  const broken = chosen.filter((mutation) => !whileMutated(mutation, () => compiles(mutation)));
  console.log(`${chosen.length - broken.length} of ${chosen.length} compile`);
  process.exit(broken.length === 0 ? 0 : 1);
}
await setUpDatabase();
try {
  process.exitCode = (await (words.includes('--check') ? checkUnbroken() : tryAll())) ? 0 : 1;
} finally {
  await tearDownDatabase();
}

async function tryAll() {
  let caught = 0;
  for (const mutation of chosen) {
    const startedAt = performance.now();
    const failure = await whileMutated(mutation, () => findFailure(mutation.tests, ['--bail']));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    caught += failure === null ? 0 : 1;
    const outcome = failure === null ? 'SURVIVED' : `caught by ${failure}`;
    console.log(
      `${mutations.indexOf(mutation) + 1} ${mutation.name}: ${mutation.rule}\n   ${outcome} (${seconds} s)`,
    );
  }
  console.log(`${caught} of ${chosen.length} caught`);
  return caught === chosen.length;
}

async function checkUnbroken() {
  const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))];
  const failure = await findFailure(tests, []);
  console.log(failure === null ? `${tests.length} files pass` : `Fails as it is: ${failure}`);
  return failure === null;
}

function choose(names) {
  const unknown = names.filter((word) => !mutations.some((_, at) => isNamed(at, word)));
  if (unknown.length > 0) {
    console.error(`There is no mutation ${unknown.join(', ')}; --list names them.`);
    process.exit(2);
  }
  return mutations.filter((_, at) => names.length === 0 || names.some((word) => isNamed(at, word)));
}

function isNamed(at, word) {
  return mutations[at].name === word || String(at + 1) === word;
}

function assertClean() {
  const { stdout, status } = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (status !== 0 || stdout !== '') {
    console.error(`Commit or put aside first what git does not have:\n${stdout}`);
    process.exit(2);
  }
}

/** @throws Error when the code has changed so that the mutation does not fit any more, or a test file is gone */
function mutatedTextOf({ name, file, from, to, tests }) {
  const pieces = readFileSync(file, 'utf8').split(from);
  if (pieces.length !== 2) {
    throw new Error(`${name}: its snippet is ${pieces.length - 1} times in ${file}.`);
  }
  const missing = tests.find((test) => !existsSync(test));
  if (missing) {
    throw new Error(`${name}: there is no ${missing}.`);
  }
  return pieces.join(to);
}

/** Runs work, which may be asynchronous, with the rule broken. */
function whileMutated(mutation, work) {
  const { file } = mutation;
  const before = readFileSync(file);
  const mutated = mutatedTextOf(mutation);
  restore = () => {
    restore = null;
    writeFileSync(file, before);
  };
  writeFileSync(file, mutated);
  let result;
  try {
    result = work();
  } catch (error) {
    restore?.();
    throw error;
  }
  if (result instanceof Promise) {
    return result.finally(() => restore?.());
  }
  restore?.();
  return result;
}

function compiles({ name, file }) {
  const workspace = file.split('/src/')[0];
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '--noEmit'], {
    cwd: workspace,
    encoding: 'utf8',
  });
  console.log(status === 0 ? `${name} compiles` : `${name} does not compile:\n${stdout}`);
  return status === 0;
}

/** @returns the name of the first test that failed; null when all passed */
async function findFailure(tests, more) {
  mkdirSync(join(root, 'tests/output'), { recursive: true });
  writeFileSync(resultsFile, '');
  const native = tests.map((file) => join(root, file));
  const { status, output } = await runJest(tests, more, await bundleSpecs(native));
  const results = readFileSync(resultsFile, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  for (const result of results) {
    const failed = result.tests.find((test) => test.status === 'failed');
    if (failed) {
      return `"${failed.name}" (${result.file})`;
    }
    if (result.broken) {
      return `${result.file}, which could not run: ${result.broken}`;
    }
  }
  if (status === 'silent') {
    return `a run that had not ended after ${mostMs / 60_000} minutes`;
  }
  if (status !== 0 || results.length < tests.length) {
    throw new Error(`Jest did not run ${tests.join(', ')}:\n${output}`);
  }
  return null;
}

function runJest(tests, more, index) {
  const args = [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    ...['node_modules/jest/bin/jest.js', '--runInBand', ...more],
    '--reporters=<rootDir>/scripts/test/jest/reporter.mjs',
    ...[
      '--selectProjects',
      'unit',
      'integration',
      'contract',
      'attack',
      '--runTestsByPath',
      ...tests,
    ],
  ];
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NATIVE_SPECS: index, TEST_RESULTS: resultsFile };
    child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, mostMs);
    child.stdout.on('data', (piece) => (output += piece));
    child.stderr.on('data', (piece) => (output += piece));
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      child = null;
      resolve({ status: isLate ? 'silent' : code, output });
    });
  });
}
