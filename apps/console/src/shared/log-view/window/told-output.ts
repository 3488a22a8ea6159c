import type { ToldOutput } from '@clusterdesk/contracts';
import type { PartPlace } from './log-lines.js';

/** What an event brings of an output from an offset on; null where only a call can tell. */
export function restOf(
  { offset, nextOffset, text, isUtf8, time }: ToldOutput,
  from: number,
): (PartPlace & { text: string }) | null {
  const place = { offset: from, nextOffset, times: [{ line: 0, time }] };
  if (from === offset) {
    return { ...place, text };
  }
  // A call that was answered since has brought the first of it.
  if (from < offset || from > nextOffset || !isUtf8) {
    return null;
  }
  const rest = new TextEncoder().encode(text).subarray(from - offset);
  return { ...place, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(rest) };
}
