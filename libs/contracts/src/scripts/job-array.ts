import { z } from 'zod';
import { limits } from '../limits.js';
import { ruleMessage } from '../wire.js';

/** Which elements a job array has, and how many of them may run at once. */
export interface JobArray {
  /** Ascending, each once. */
  indices: number[];
  /** Null: as many as there is room for. */
  atOnce: number | null;
}

/** Reads what sbatch(1) calls an array: `1-100%10`, `0-15:4`, `1,3,5-7`. Null for anything else, and for too many elements. */
export function parseJobArray(text: string): JobArray | null {
  const [matched, ranges = '', atOnce] =
    /^([\d,:-]{1,1000})(?:%(\d{1,5}))?$/.exec(text.trim()) ?? [];
  if (matched === undefined || Number(atOnce ?? 1) < 1) {
    return null;
  }
  const indices = new Set<number>();
  for (const range of ranges.split(',')) {
    const [found, from = '', to = from, step = '1'] =
      /^(\d{1,6})(?:-(\d{1,6})(?::(\d{1,6}))?)?$/.exec(range) ?? [];
    if (found === undefined || Number(to) < Number(from) || Number(step) < 1) {
      return null;
    }
    for (let index = Number(from); index <= Number(to); index += Number(step)) {
      indices.add(index);
      if (indices.size > limits.jobArrayMax) {
        return null;
      }
    }
  }
  return {
    indices: [...indices].sort((a, b) => a - b),
    atOnce: atOnce === undefined ? null : Number(atOnce),
  };
}

/** A job array as people write it. */
export const jobArrayText = z
  .string()
  .trim()
  .refine(
    (text) => parseJobArray(text) !== null,
    ruleMessage(
      `数组须写成 1-100、1,3,5-7 或 1-100%10 的形式，最多 ${limits.jobArrayMax} 个元素，序号不超过 999999`,
      `an array is written as 1-100, 1,3,5-7 or 1-100%10, with at most ${limits.jobArrayMax} elements and indices up to 999999`,
    ),
  );
