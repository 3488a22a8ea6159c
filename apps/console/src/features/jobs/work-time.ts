import { twoDigits } from '../../shared/lib/format/format.js';

/** Elapsed time as `hh:mm:ss`, as the server writes it. */
export function toWorkTime(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  return `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

/** Seconds of an `hh:mm:ss`, for sorting. */
export const secondsOf = (workTime: string): number =>
  workTime.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
