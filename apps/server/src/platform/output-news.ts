import { isUtf8 } from 'node:buffer';
import { limits, type ToldOutput } from '@clusterdesk/contracts';
import { outputText } from './output-text.js';

/** What pages are told of the output of a script. */
export interface OutputNews {
  attempt: number;
  /** Where it ends now. */
  nextOffset: number;
  /** What is new of it, when that is little and may be told. */
  output?: ToldOutput;
}

/** Output that was stored and that nobody has heard of. */
export interface Untold {
  attempt: number;
  offset: number;
  nextOffset: number;
  /** Null: too much to be told, or not for events. */
  data: Buffer | null;
  time: number;
}

/** Two pieces as one, where the second follows the first and both are little. */
export function join(first: Untold, next: Untold): Untold {
  const isNext = first.attempt === next.attempt && first.nextOffset === next.offset;
  const isLittle = next.nextOffset - first.offset <= limits.jobOutputEventBytes;
  return isNext && isLittle && first.data && next.data
    ? { ...first, nextOffset: next.nextOffset, data: Buffer.concat([first.data, next.data]) }
    : { ...next, data: null };
}

/** What pages are told of it, the output as a call would give it from the same place. */
export function newsOf({ attempt, offset, nextOffset, data, time }: Untold): OutputNews {
  if (data === null) {
    return { attempt, nextOffset };
  }
  const { text, length } = outputText(data, false);
  const covered = { offset, nextOffset: offset + length, isUtf8: isUtf8(data.subarray(0, length)) };
  return { attempt, nextOffset, output: { ...covered, text, time } };
}
