import type { FlakyTest } from './run-again.mjs';

export function describeFlaky(flaky: FlakyTest[]): string[];
export function describeTotal(
  entries: { name: string; passed?: number; failed?: number; skipped?: number; remark?: string }[],
  flaky: FlakyTest[],
): { lines: string[]; last: string; hasPassed: boolean };
