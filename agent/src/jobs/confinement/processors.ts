import { readFileSync } from 'node:fs';

/** Reads a list as the kernel writes it, such as `0-3,8`. */
export function parseProcessorList(text: string): number[] {
  return [...text.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  );
}

/** The processors that this process may use. */
export function allowedProcessors(): number[] {
  const status = readFileSync('/proc/self/status', 'latin1');
  return parseProcessorList(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '');
}

/** The least used processors for one more job; null when it may have them all anyway. */
export function pickProcessors(allowed: number[], taken: number[], count: number): number[] | null {
  if (count >= allowed.length) {
    return null;
  }
  const use = (processor: number): number => taken.filter((other) => other === processor).length;
  const byUse = [...allowed].sort((one, other) => use(one) - use(other) || one - other);
  return byUse.slice(0, count).sort((one, other) => one - other);
}
