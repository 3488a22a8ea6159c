/**
 * `npm run check:changed`: format, lint, types and the specs of what differs from main, committed or not.
 * `-- --base=<commit>` compares with another commit; `-- --all` runs the browser and attack files, too, that the change can break.
 * What it leaves to `npm test`: the other suites that start whole programs, and integration specs of folders that did not change.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { listChangedFiles } from './support/changed-files.mjs';
import { pickPrograms } from './support/pick-programs.mjs';
import { pickSpecs } from './support/pick-specs.mjs';
import { buildIfNeeded, installIfNeeded, root } from './support/workspace.mjs';

const jest = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
const code = /\.(ts|tsx|js|mjs|cjs)$/;

process.chdir(root);
installIfNeeded();
const base = process.argv.find((word) => word.startsWith('--base='))?.slice('--base='.length);
const files = listChangedFiles(base);
if (files.length === 0) {
  console.log('Nothing differs from main.');
  process.exit(0);
}
console.log(`${files.length} changed files`);

const sources = files.filter((file) => code.test(file));
// A changed rule may find faults in any file.
const isLintChanged = files.some((file) => /^(\.oxlintrc\.json$|scripts\/lint\/)/.test(file));
const specs = pickSpecs(files, listRelatedSpecs(sources));
const isAll = process.argv.includes('--all');
const programs = isAll ? [...new Set([...specs.left, ...pickPrograms(files)])].sort() : [];

check('format', [bin('prettier/bin/prettier.cjs'), '--check', '--ignore-unknown', ...files]);
if (sources.length > 0) {
  check('lint', [bin('oxlint/bin/oxlint'), ...(isLintChanged ? [] : sources)]);
  // Unchanged workspaces come from the cache.
  check('types', [bin('nx/dist/bin/nx.js'), 'run-many', '-t', 'typecheck']);
}
// A class is looked for on both sides.
if (files.some((file) => /^apps\/console\/src\/.*\.(css|tsx)$/.test(file)) || isLintChanged) {
  check('styles', ['scripts/lint/styles.mjs']);
}
if (specs.run.length > 0) {
  const { bundleSpecs } = await import('./test/jest/bundle-specs.mjs');
  const native = specs.run.filter((file) => file.endsWith('.ts')).map((file) => join(root, file));
  check(
    `${specs.run.length} files of specs`,
    [
      ...[...jest, `--maxWorkers=${availableParallelism() + 1}`, '--selectProjects'],
      ...['unit', 'component', 'integration', 'contract', '--runTestsByPath', ...specs.run],
    ],
    { NATIVE_SPECS: await bundleSpecs(native) },
  );
}
if (programs.length > 0) {
  buildIfNeeded();
  check(`${programs.length} files of whole programs`, [
    ...[...jest, `--maxWorkers=${availableParallelism() + 1}`, '--selectProjects'],
    ...['system', 'faults', 'attack', 'browser', 'long', '--runTestsByPath', ...programs],
  ]);
} else if (specs.left.length > 0) {
  console.log(`\nNot run here, they start whole programs:\n  ${specs.left.join('\n  ')}`);
}

function bin(path) {
  return join('node_modules', path);
}

/** Specs of units and components that reach a changed file by their imports. */
function listRelatedSpecs(changed) {
  if (changed.length === 0) {
    return [];
  }
  const { stdout } = spawnSync(
    process.execPath,
    [
      ...[...jest, '--selectProjects=unit', '--selectProjects=component'],
      ...['--listTests', '--findRelatedTests', ...changed],
    ],
    { encoding: 'utf8' },
  );
  return stdout
    .split('\n')
    .filter((line) => line.startsWith(root))
    .map((line) => line.slice(root.length + 1));
}

function check(name, args, env = {}) {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env, NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  console.log(`   ${Math.round((performance.now() - startedAt) / 100) / 10} s`);
  if (status !== 0) {
    process.exit(1);
  }
}
