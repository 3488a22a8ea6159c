/** Keeps a bigint column (text in the driver) as a number; no file is larger than 2^53 bytes. */
export const byteCount = {
  to: (value: number): number => value,
  from: (value: string): number => Number(value),
};

/** The same for a column that may be null. */
export const nullableByteCount = {
  to: (value: number | null): number | null => value,
  from: (value: string | null): number | null => (value === null ? null : Number(value)),
};
