import TestSequencer from '@jest/test-sequencer';

/**
 * Files that take half a minute and more and are small. Where Jest has not seen how long files take it begins with the largest
 * ones: these came last, and the other workers had nothing left to do meanwhile.
 */
const longOnes =
  /\/(idle|accessibility|appearance|live-session)\.test\.ts$|\/attack\/(address|network)\.test\.ts$|\/(frozen-database|queue-away|zip-writer|at-most-once)\.int\.spec\.ts$|\/agent\/src\/proof\.spec\.ts$/;

/** The order in which Jest begins files: those first, the others as Jest itself would have them. */
export default class LongestFirst extends TestSequencer {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    const isLong = ({ path }) => longOnes.test(path);
    return [
      ...super.sort(tests.filter(isLong)),
      ...super.sort(tests.filter((test) => !isLong(test))),
    ];
  }
}
