import type { FileResult } from './results.mjs';

export function findSlower(
  files: FileResult[],
  durations: Record<string, number>,
): { slower: number; files: { file: string; seconds: number; recorded: number }[] };
