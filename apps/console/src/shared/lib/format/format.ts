const kilo = 1024;
const tera = kilo ** 4;

/** Bytes as KB, MB or GB with two decimals (spec part 1 §5); what is not empty is at least 0.01 KB. */
export function formatSize(bytes: number): string {
  if (bytes < kilo ** 2) {
    return `${(bytes > 0 ? Math.max(bytes / kilo, 0.01) : 0).toFixed(2)} KB`;
  }
  return bytes < kilo ** 3
    ? `${(bytes / kilo ** 2).toFixed(2)} MB`
    : `${(bytes / kilo ** 3).toFixed(2)} GB`;
}

/** Whether a size calls for the notice of the specification: over 1 TB. */
export const isOverOneTerabyte = (bytes: number): boolean => bytes > tera;

/** Bytes per second, for people. */
export const formatSpeed = (bytesPerSecond: number): string => `${formatSize(bytesPerSecond)}/s`;

/** From this share on what is limited is shown as nearly full. */
export const nearlyFullPercent = 90;

/** A share of a whole in percent, floored as the specification says; an empty whole is done. */
export const percentOf = (part: number, whole: number): number =>
  whole <= 0 ? 100 : Math.min(100, Math.floor((part / whole) * 100));
