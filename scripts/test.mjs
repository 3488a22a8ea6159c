/**
 * `npm test`: installs if needed, then format, lint, types, build and every suite of the gate; `npm test -- unit` runs one of them.
 * `npm run test:long` runs what measures and what walks whole tables (docs/development.md). The last line adds it all up.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, checkNode, installIfNeeded, root } from './support/workspace.mjs';
import { findTools } from './support/test-tools.mjs';
import { lanes, steps, suites, suitesOf } from './test/suites.mjs';

const isCi = process.env.CI === 'true';
const words = process.argv.slice(2);
/** `--long`: the long run; `--record`: keep how long each file took (tests/durations.json). */
const isOn = (flag) => words.includes(flag) && words.splice(words.indexOf(flag), 1).length > 0;
const isLong = isOn('--long');
const isRecording = isOn('--record');
const [wanted, ...jestArgs] = words;

checkNode();
process.umask(0o022);
installIfNeeded();
await enterReachableCheckout();
// After the packages are there, which these import.
const { TestRun } = await import('./test/test-run.mjs');
const { default: setUpDatabase } = await import('../tests/support/jest/database-setup.mjs');
const { default: tearDownDatabase } = await import('../tests/support/jest/database-teardown.mjs');
process.on('disconnect', () => process.exit(1));
// To listen for that keeps the channel open, and with it this process after its last test, where another started it in private mounts.
process.channel?.unref();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void tearDownDatabase().finally(() => process.exit(1)));
}

const known = [...steps, ...suites].map(({ name }) => name);
if (wanted && !known.includes(wanted)) {
  console.error(`There is no suite "${wanted}": choose one of ${known.join(', ')}.`);
  process.exit(2);
}
const entries = [];
const tools = findTools();
if (!wanted) {
  checkTools();
}
if (!isLong) {
  steps.filter(({ name }) => !wanted || name === wanted).forEach(runStep);
}
const chosen = wanted
  ? suites.filter(({ name }) => name === wanted)
  : suitesOf(isLong).filter((suite) => isThere(suite));
if (chosen.length > 1 && jestArgs.length > 0) {
  // What they choose may lie in one of the suites.
  jestArgs.push('--passWithNoTests');
}
const run = new TestRun({ jestArgs, tools });
if (chosen.some(({ lane }) => lane.isWhole)) {
  buildIfNeeded();
}
if (chosen.some(({ database }) => database)) {
  // One PostgreSQL for all suites that need no more of the platform.
  await setUpDatabase();
}
try {
  for (const lane of lanes) {
    await run.runLane(
      lane,
      chosen.filter((suite) => suite.lane === lane),
    );
  }
  await run.runFailedAgain();
} finally {
  await run.measureDatabase(tearDownDatabase);
}
const hasPassed = run.report(entries, { isRecording: isRecording && !wanted });
process.exitCode = hasPassed ? 0 : 1;

function runStep({ name, command: [program, ...args] }) {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', binaryOf(program)), ...args],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' } },
  );
  const remark = `${Math.round((performance.now() - startedAt) / 1000)} s`;
  entries.push({ name, ...(status === 0 ? { passed: 1 } : { failed: 1 }), remark });
}

function binaryOf(program) {
  const { bin } = JSON.parse(readFileSync(join(root, 'node_modules', program, 'package.json')));
  return join(program, typeof bin === 'string' ? bin : bin[program]);
}

function isThere({ name, needs }) {
  if (!needs || tools[needs]) {
    return true;
  }
  entries.push({ name, ...(isCi ? { failed: 1 } : { skipped: 1 }), remark: `no ${needs} found` });
  return false;
}

function checkTools() {
  const missing = Object.keys(tools).filter((name) => !tools[name]);
  if (missing.length > 0) {
    console.log(`Not found here: ${missing.join(', ')}.`);
    if (isCi) {
      const remark = `${missing.join(', ')} must be there when CI=true`;
      entries.push({ name: 'tools', failed: missing.length, remark });
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
