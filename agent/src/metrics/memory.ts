/** How much of the memory is in use and could not be given to a new program, 0 to 100, out of /proc/meminfo. */
export function parseMemoryPercent(text: string): number {
  const kilobytes = new Map<string, number>();
  for (const match of text.matchAll(/^(\w+): +(\d+)/gm)) {
    kilobytes.set(match[1] ?? '', Number(match[2]));
  }
  const of = (name: string): number => kilobytes.get(name) ?? 0;
  const total = of('MemTotal');
  if (total === 0) {
    throw new Error('/proc/meminfo has no MemTotal');
  }
  // Kernels before 3.14, and some containers' views, do not say MemAvailable.
  const available =
    kilobytes.get('MemAvailable') ??
    of('MemFree') + of('Buffers') + of('Cached') + of('SReclaimable') - of('Shmem');
  return Math.min(100, Math.max(0, (1 - available / total) * 100));
}
