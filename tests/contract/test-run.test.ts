import { describe, expect, test } from '@jest/globals';
import { findSlower } from '../../scripts/test/durations.mjs';
import { describeFlaky, describeTotal } from '../../scripts/test/report.mjs';
import type { FileResult, TestResult } from '../../scripts/test/results.mjs';
import { mostFilesAgain, mostFlaky, runFailedAgain } from '../../scripts/test/run-again.mjs';

const toTest = ([name, status]: [string, TestResult['status']]): TestResult => ({
  name,
  status,
  ms: 1,
  ...(status === 'failed' && { failure: `${name} said no` }),
});

const resultOf = (
  file: string,
  tests: Record<string, TestResult['status']>,
  broken: string | null = null,
): FileResult => ({
  suite: 'unit',
  file,
  seconds: 1,
  broken,
  tests: Object.entries(tests).map(toTest),
});

const statusesOf = (file: FileResult | undefined) =>
  Object.fromEntries(file?.tests.map(({ name, status }) => [name, status]) ?? []);

describe('a file in which something failed, once more', () => {
  test('tells what passes then by name, with what was wrong at first, and counts it as passed', async () => {
    const first = resultOf('a', { one: 'failed', two: 'passed' });
    const { files, flaky } = await runFailedAgain([first, resultOf('b', { x: 'passed' })], () =>
      Promise.resolve(resultOf('a', { one: 'passed', two: 'passed' })),
    );
    expect(flaky).toEqual([{ suite: 'unit', file: 'a', test: 'one', failure: 'one said no' }]);
    expect(statusesOf(files[0])).toEqual({ one: 'passed', two: 'passed' });
    const text = describeFlaky(flaky).join('\n');
    expect(text).toContain('one said no');
    expect(text).toContain('unit  a');
  });

  test('leaves failed what fails again, is skipped, is missing, or fails in the place of another', async () => {
    const first = resultOf('a', {
      again: 'failed',
      skipped: 'failed',
      missing: 'failed',
      other: 'passed',
    });
    const { files, flaky } = await runFailedAgain([first], () =>
      Promise.resolve(resultOf('a', { again: 'failed', skipped: 'pending', other: 'failed' })),
    );
    expect(flaky).toEqual([]);
    expect(new Set(Object.values(statusesOf(files[0])))).toEqual(new Set(['failed']));
  });

  test('counts a file that loads then with all its tests, and tells of it', async () => {
    const { files, flaky } = await runFailedAgain([resultOf('a', {}, 'no such module')], () =>
      Promise.resolve(resultOf('a', { one: 'passed', two: 'passed' })),
    );
    expect(flaky).toMatchObject([{ test: '(the file itself)', failure: 'no such module' }]);
    expect(files[0]).toMatchObject({ broken: null });
    expect(statusesOf(files[0])).toEqual({ one: 'passed', two: 'passed' });
  });

  test('leaves broken what never loads, or leaves no results', async () => {
    const broken = resultOf('a', {}, 'no such module');
    for (const second of [broken, undefined]) {
      const { files, flaky } = await runFailedAgain([broken], () => Promise.resolve(second));
      expect({ files, flaky }).toEqual({ files: [broken], flaky: [] });
    }
  });

  test('is not run if there are many such files: something is broken', async () => {
    const failed = Array.from({ length: mostFilesAgain + 1 }, (_, index) =>
      resultOf(`file ${index}`, { one: 'failed' }),
    );
    const { files } = await runFailedAgain(failed, () => {
      throw new Error('It was run again.');
    });
    expect(files).toEqual(failed);
  });
});

describe('the end of a run', () => {
  const flaky = (count: number) =>
    Array.from({ length: count }, () => ({ suite: 'unit', file: 'a', test: 'one', failure: '' }));
  const entries = [
    { name: 'lint', passed: 1 },
    { name: 'unit', passed: 5, skipped: 2 },
  ];

  test('adds everything up in its last line', () => {
    expect(describeTotal(entries, [])).toMatchObject({
      last: '6 passed, 0 failed, 2 skipped',
      hasPassed: true,
    });
    expect(describeTotal([...entries, { name: 'all', failed: 1 }], [])).toMatchObject({
      last: '6 passed, 1 failed, 2 skipped',
      hasPassed: false,
    });
  });

  test('is red for more than a few flaky tests', () => {
    expect(describeTotal(entries, flaky(mostFlaky))).toMatchObject({ hasPassed: true });
    const { last, hasPassed } = describeTotal(entries, flaky(mostFlaky + 1));
    expect({ last, hasPassed }).toEqual({
      last: `6 passed, ${mostFlaky + 1} failed, 2 skipped`,
      hasPassed: false,
    });
  });

  test('names the files that took longer than recorded, whatever the speed of the machine', () => {
    const took = (seconds: number[]) =>
      seconds.map((each, index) => ({ ...resultOf(`f${index}`, {}), seconds: each }));
    const recorded = { f0: 10, f1: 10, f2: 10, f3: 0.1 };
    expect(findSlower(took([20, 20, 20, 3]), recorded)).toEqual({ slower: 2, files: [] });
    expect(findSlower(took([20, 20, 30, 3]), recorded).files).toEqual([
      { file: 'f2', seconds: 30, recorded: 10 },
    ]);
  });
});
