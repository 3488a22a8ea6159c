import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** What a process has cost so far: seconds of processor in its own code and in the system's. */
export function costOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { user: Number(fields[11]) / ticksPerSecond, system: Number(fields[12]) / ticksPerSecond };
}

/** With it the servers of the measurements are started. */
export const metricsToken = 'the-token-of-the-measurements';

/** Collections of V8 so far, and the heap, by the server's own metrics. */
export async function heapOf(url) {
  const text = await (
    await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })
  ).text();
  const read = (name) => {
    const line = text.split('\n').find((each) => each.startsWith(name));
    return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ') + 1));
  };
  const count = (kind) => read(`nodejs_gc_duration_seconds_count{kind="${kind}"`);
  const seconds = (kind) => read(`nodejs_gc_duration_seconds_sum{kind="${kind}"`);
  return {
    major: count('major'),
    minor: count('minor'),
    incremental: count('incremental'),
    majorSeconds: seconds('major') + seconds('incremental'),
    minorSeconds: seconds('minor'),
    oldSpaceMb: read('nodejs_heap_space_size_used_bytes{space="old"') / 2 ** 20,
    heapMb: read('nodejs_heap_size_used_bytes') / 2 ** 20,
    externalMb: read('nodejs_external_memory_bytes') / 2 ** 20,
  };
}
