/**
 * `npm test`: installs if needed, then format, lint, types, build and every suite; `npm test -- unit` runs one of them.
 * The last line adds it all up.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, checkNode, installIfNeeded, root } from './support/workspace.mjs';
import { findTools } from './support/test-tools.mjs';
import { runSuite as runJest } from './support/run-suite.mjs';

const isCi = process.env.CI === 'true';

const formatCache = [
  '--cache',
  '--cache-strategy=content',
  '--cache-location=node_modules/.cache/format',
];
const steps = [
  { name: 'format', command: ['prettier', '--check', '.', ...formatCache] },
  { name: 'lint', command: ['nx', 'run', 'workspace:lint'] },
  { name: 'typecheck', command: ['nx', 'run-many', '-t', 'typecheck'] },
  { name: 'build', command: ['nx', 'run-many', '-t', 'build'] },
];
/**
 * Suites that start whole programs want them built, and the machine for themselves; `hasTwins`: two files of it at a time, because
 * programs that start, end and are asked wait more than they work. `partOf`: it runs where that suite is asked for, too.
 */
const suites = [
  { name: 'unit' },
  { name: 'component' },
  { name: 'integration', database: true, uses: ['redis-server', 'unzip', 'nginx'] },
  { name: 'contract', database: true },
  { name: 'system', isWhole: true, hasTwins: true, uses: ['bubblewrap'] },
  { name: 'faults', isWhole: true, hasTwins: true },
  { name: 'attack', isWhole: true, hasTwins: true, database: true, uses: ['bubblewrap'] },
  // What jobs may take of the machine, and what they see of it: no other installation may run beside them.
  { name: 'burden', partOf: 'attack', isWhole: true, uses: ['bubblewrap'] },
  {
    name: 'browser',
    isWhole: true,
    hasTwins: true,
    database: true,
    needs: 'chromium',
    uses: ['unzip'],
  },
  // What takes how long: nothing else may run meanwhile.
  { name: 'speed', isWhole: true, database: true, needs: 'chromium' },
];

const total = { passed: 0, failed: 0, skipped: 0 };
const report = [];

function note(name, { passed = 0, failed = 0, skipped = 0 }, remark = '') {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const counts = [
    `${passed} passed`,
    failed && `${failed} failed`,
    skipped && `${skipped} skipped`,
  ];
  report.push(
    `  ${name.padEnd(14)}${counts.filter(Boolean).join(', ')}${remark && ` (${remark})`}`,
  );
}

function runStep({ name, command: [program, ...args] }) {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', binaryOf(program)), ...args],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' } },
  );
  note(name, status === 0 ? { passed: 1 } : { failed: 1 }, secondsSince(startedAt));
}

function binaryOf(program) {
  const { bin } = JSON.parse(readFileSync(join(root, 'node_modules', program, 'package.json')));
  return join(program, typeof bin === 'string' ? bin : bin[program]);
}

async function runSuite(suite, tools, jestArgs) {
  console.log(`\n== ${suite.name}`);
  if (suite.needs && !tools[suite.needs]) {
    const remark = `no ${suite.needs} found`;
    note(suite.name, isCi ? { failed: 1 } : { skipped: 1 }, remark);
    return;
  }
  const startedAt = performance.now();
  if (suite.isWhole) {
    buildIfNeeded();
  }
  const output = join(root, 'tests/output', `${suite.name}.json`);
  mkdirSync(join(root, 'tests/output'), { recursive: true });
  rmSync(output, { force: true });
  const { status, stopped } = await runJest(suite, {
    output,
    jestArgs,
    env: { ...process.env, ...(tools.chromium && { CHROMIUM_PATH: tools.chromium }) },
  });
  const remarks = [
    secondsSince(startedAt),
    ...(stopped ? [stopped] : []),
    ...missingRemark(suite, tools),
  ];
  note(suite.name, countResults(output, status), remarks.join('; '));
}

function secondsSince(startedAt) {
  return `${Math.round((performance.now() - startedAt) / 1000)} s`;
}

/** A file of tests that does not even load has no tests to count: it counts as one that failed. */
function countResults(file, status) {
  if (!existsSync(file)) {
    return { failed: 1 };
  }
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

function missingRemark({ uses = [] }, tools) {
  const missing = uses.filter((tool) => !tools[tool]);
  return missing.length > 0 ? [`without what needs ${missing.join(', ')}: not found`] : [];
}

function checkTools(tools) {
  const missing = Object.keys(tools).filter((name) => !tools[name]);
  if (missing.length > 0) {
    console.log(`Not found here: ${missing.join(', ')}.`);
    if (isCi) {
      note('tools', { failed: missing.length }, `${missing.join(', ')} must be there when CI=true`);
    }
  }
}

/** As root PostgreSQL runs as a service account, who may not be able to enter the folder of this checkout. */
async function enterReachableCheckout() {
  const { loadTypescript } = await import('../tests/support/jest/load-typescript.mjs');
  const { findServiceAccount } = await loadTypescript(
    'apps/standalone/src/host/service-account.ts',
  );
  const mounts = await loadTypescript('apps/standalone/src/host/private-mounts.ts');
  const account = findServiceAccount(console.log);
  const shut = account && !mounts.isInPrivateMounts() ? mounts.findShutPaths([root], account) : [];
  if (shut.length > 0) {
    process.exit(await mounts.runInPrivateMounts(shut));
  }
}

checkNode();
process.umask(0o022);
installIfNeeded();
await enterReachableCheckout();
// After the packages are there, which these import.
const { default: setUpDatabase } = await import('../tests/support/jest/database-setup.mjs');
const { default: tearDownDatabase } = await import('../tests/support/jest/database-teardown.mjs');
process.on('disconnect', () => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void tearDownDatabase().finally(() => process.exit(1)));
}

const [wanted, ...jestArgs] = process.argv.slice(2);
const known = [...steps, ...suites].map(({ name }) => name);
if (wanted && !known.includes(wanted)) {
  console.error(`There is no suite "${wanted}": choose one of ${known.join(', ')}.`);
  process.exit(2);
}
const tools = findTools();
if (!wanted) {
  checkTools(tools);
}
steps.filter(({ name }) => !wanted || name === wanted).forEach(runStep);
const wantedSuites = suites.filter(
  ({ name, partOf }) => !wanted || [name, partOf].includes(wanted),
);
if (wantedSuites.length > 1 && jestArgs.length > 0) {
  // What they choose may lie in one of the suites.
  jestArgs.push('--passWithNoTests');
}
if (wantedSuites.some(({ database }) => database)) {
  // One PostgreSQL for all suites that need no more of the platform.
  await setUpDatabase();
}
try {
  for (const suite of wantedSuites) {
    await runSuite(suite, tools, jestArgs);
  }
} finally {
  await tearDownDatabase();
}

console.log(`\n${report.join('\n')}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed === 0 ? 0 : 1;
