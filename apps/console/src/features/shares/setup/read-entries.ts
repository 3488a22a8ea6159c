import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';

const entries = z.array(z.string().startsWith('/').min(2)).min(1);

/**
 * The paths that the page was asked to share, from its query `row` (a JSON list, spec part 1 §2), each once; null where there
 * are none to be read.
 */
export function readEntries(row: string | null): string[] | null {
  let value: unknown;
  try {
    value = JSON.parse(row ?? '');
  } catch {
    return null;
  }
  const { data } = entries.safeParse(value);
  return data ? [...new Set(data)] : null;
}

/** Whether one share can hold so many. */
export const isTooMany = (paths: readonly string[]): boolean => paths.length > limits.shareMaxPaths;
