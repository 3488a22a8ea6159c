const giga = 1024 ** 3;

/** A quota as administrators type it, in GB with two decimals, in bytes. */
export const bytesOfGigabytes = (gigabytes: number): number => Math.round(gigabytes * giga);

/** Bytes as GB with two decimals; what is not nothing is at least 0.01. */
export const gigabytesOf = (bytes: number): number =>
  bytes === 0 ? 0 : Math.max(0.01, Math.round((bytes / giga) * 100) / 100);

/** What the field holds, as bytes; null: no quota. */
export const quotaBytesOf = (gigabytes: number | null | undefined): number | null =>
  gigabytes === null || gigabytes === undefined ? null : bytesOfGigabytes(gigabytes);
