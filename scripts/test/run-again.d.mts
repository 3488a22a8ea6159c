import type { FileResult } from './results.mjs';

export const mostFilesAgain: number;
export const mostFlaky: number;

export interface FlakyTest {
  suite: string;
  file: string;
  test: string;
  failure: string;
}

export function runFailedAgain(
  files: FileResult[],
  runAlone: (file: FileResult) => Promise<FileResult | undefined>,
): Promise<{ files: FileResult[]; flaky: FlakyTest[] }>;
