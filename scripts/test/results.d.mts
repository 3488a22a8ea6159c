/** What the reporter wrote of one test. */
export interface TestResult {
  name: string;
  status: 'passed' | 'failed' | 'pending' | 'todo';
  ms: number;
  failure?: string;
}

/** What the reporter wrote of one file. `broken`: why it did not load, or ended otherwise than by its tests. */
export interface FileResult {
  suite: string;
  file: string;
  seconds: number;
  broken: string | null;
  tests: TestResult[];
}
