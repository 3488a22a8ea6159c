/** Jest reporter: tells the process that started Jest of each test and file that ended, so that it can see a standstill. */
export default class ProgressReporter {
  onTestFileStart() {
    this.report();
  }

  onTestCaseResult() {
    this.report();
  }

  onTestFileResult() {
    this.report();
  }

  report() {
    process.send?.('progress');
  }
}
