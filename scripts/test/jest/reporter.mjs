/**
 * Jest reporter: tells the process that started Jest of each test and file that ended, so that it can see a standstill, and writes a
 * line of JSON for each file (results.mjs) to the file that TEST_RESULTS names.
 */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export default class Reporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onTestFileStart() {
    process.send?.('progress');
  }

  onTestCaseResult() {
    process.send?.('progress');
  }

  onTestFileResult(test, result) {
    process.send?.('progress');
    if (process.env.TEST_RESULTS) {
      appendFileSync(process.env.TEST_RESULTS, `${JSON.stringify(this.describe(test, result))}\n`);
    }
  }

  describe({ path, context }, { testResults, testExecError, failureMessage, perfStats, phases }) {
    return {
      suite: context.config.displayName.name,
      file: relative(this.rootDir, path),
      seconds: Math.round((perfStats.end - perfStats.start) / 100) / 10,
      phases,
      broken: testExecError ? stripVTControlCharacters(failureMessage ?? 'It did not load.') : null,
      tests: testResults.map(({ ancestorTitles, title, status, duration, failureMessages }) => ({
        name: [...ancestorTitles, title].join(' › '),
        status,
        ms: duration ?? 0,
        ...(status === 'failed' && {
          failure: stripVTControlCharacters(failureMessages.join('\n')),
        }),
      })),
    };
  }
}
