import { countTests } from './results.mjs';
import { mostFlaky } from './run-again.mjs';

/** Columns of the table of suites: what they are called and which part of a file's time they add up. */
const phases = ['load', 'hooks', 'tests', 'programs', 'database'];
const mostFilesNamed = 10;
/** Of a flaky test's first failure; the whole of it is in tests/output/flaky.json. */
const mostFailureLines = 12;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const secondsOf = (files) =>
  phases.map((phase) => Math.round(sum(files.map((file) => file.phases?.[phase] ?? 0))));

/**
 * The table of a run's seconds: processor time of loading, hooks, tests and started programs, and the time in which the databases
 * executed statements; then the ten longest files of each suite.
 * @param {import('./results.mjs').FileResult[]} files
 * @returns {string[]} lines
 */
export function describeTimes(files) {
  const suites = [...new Set(files.map(({ suite }) => suite))];
  const lines = [`  ${'seconds'.padEnd(14)}${[...phases, 'sum'].map(inColumn).join('')}`];
  for (const suite of suites) {
    const seconds = secondsOf(files.filter((file) => file.suite === suite));
    lines.push(`  ${suite.padEnd(14)}${[...seconds, sum(seconds)].map(inColumn).join('')}`);
  }
  for (const suite of suites) {
    lines.push('', `  longest files of ${suite}, by the clock`);
    const longest = files
      .filter((file) => file.suite === suite)
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, mostFilesNamed);
    lines.push(...longest.map(({ file, seconds }) => `  ${inColumn(seconds)} s  ${file}`));
  }
  return lines;
}

/** @param {ReturnType<typeof import('./durations.mjs').findSlower>} found */
export function describeSlower({ slower, files }) {
  if (files.length === 0) {
    return [];
  }
  return [
    '',
    `  a tenth over their recorded time (all files took ${slower.toFixed(2)} times theirs):`,
    ...files.map(
      ({ file, seconds, recorded }) => `  ${inColumn(seconds)} s, recorded ${recorded}  ${file}`,
    ),
  ];
}

/** @param {import('./run-again.mjs').FlakyTest[]} flaky */
export function describeFlaky(flaky) {
  if (flaky.length === 0) {
    return [];
  }
  return [
    '',
    `FLAKY: ${flaky.length} failed at first and passed alone. Each is a fault to be mended (tests/output/flaky.json):`,
    ...flaky.flatMap(({ suite, file, test, failure }) => [
      `  ${suite}  ${file}`,
      `    ${test}`,
      ...(failure ?? '')
        .split('\n')
        .slice(0, mostFailureLines)
        .map((line) => `      ${line.slice(0, 200)}`),
    ]),
    ...(flaky.length > mostFlaky
      ? [`More than ${mostFlaky} flaky tests in one run: the run has failed.`]
      : []),
  ];
}

/**
 * The lines of the steps and suites and the last line, which adds them up.
 * @param {{ name: string, passed?: number, failed?: number, skipped?: number, remark?: string }[]} entries
 * @param {import('./run-again.mjs').FlakyTest[]} flaky
 */
export function describeTotal(entries, flaky) {
  const total = (count) => sum(entries.map((entry) => entry[count] ?? 0));
  const failed = total('failed') + (flaky.length > mostFlaky ? flaky.length : 0);
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
  return {
    lines: entries.map(describeEntry),
    last: `${total('passed')} passed, ${failed} failed${skipped}`,
    hasPassed: failed === 0,
  };
}

function describeEntry({ name, passed = 0, failed = 0, skipped = 0, remark = '' }) {
  const counts = [
    passed && `${passed} passed`,
    failed && `${failed} failed`,
    skipped && `${skipped} skipped`,
  ];
  const text = [counts.filter(Boolean).join(', '), remark && `(${remark})`].filter(Boolean);
  return `  ${name.padEnd(14)}${text.join(' ')}`;
}

/** The entry of a suite. */
export function entryOf(suite, files, remark) {
  return { name: suite, ...countTests(files), remark };
}

const inColumn = (value) => String(value).padStart(10);
