const two = (value: number): string => String(value).padStart(2, '0');

/** Elapsed time as `hh:mm:ss`, as the server writes it. */
export function toWorkTime(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Seconds of an `hh:mm:ss`, for sorting. */
export const secondsOf = (workTime: string): number =>
  workTime.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
