/** Which chunks of an upload were received, one bit each in the order of PostgreSQL's `set_bit`; chunks count from 1. */
export type ChunkBits = Buffer;

export const noChunks = (total: number): ChunkBits => Buffer.alloc(Math.ceil(total / 8));

export function hasChunk(bits: ChunkBits, index: number): boolean {
  return (((bits[(index - 1) >> 3] ?? 0) >> ((index - 1) & 7)) & 1) === 1;
}

export function listChunks(bits: ChunkBits): number[] {
  return Array.from({ length: bits.length * 8 }, (_, bit) => bit + 1).filter((index) =>
    hasChunk(bits, index),
  );
}

export function countChunks(bits: ChunkBits): number {
  let count = 0;
  for (let byte of bits) {
    for (; byte > 0; byte &= byte - 1) {
      count += 1;
    }
  }
  return count;
}
