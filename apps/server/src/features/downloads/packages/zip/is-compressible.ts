import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';

/** Formats that are compressed already: deflating them again costs time and gains nothing. */
const compressed =
  /\.(7z|aac|apk|avi|avif|bam|br|bz2|cram|docx|flac|gif|gz|heic|jar|jpe?g|lz4|m4a|m4v|mkv|mov|mp3|mp4|mpe?g|odt|ogg|parquet|pdf|png|pptx|rar|tgz|webm|webp|xlsx|xz|zip|zst)$/i;
/** Smaller files are compressed faster than they are sampled. */
const tryFromBytes = 1024 * 1024;
const sampleBytes = 32 * 1024;
/** The beginning alone is often a header that says little about the rest. */
const samplesAt = [0, 1 / 3, 2 / 3];
/** Compression is worth the time if it shrinks a sample below this share of its size. */
const worthwhile = 0.9;

const deflate = promisify(deflateRaw);

/** Whether deflating makes a file notably smaller: judged by its name or, for a large file, by a majority of samples. */
export async function isCompressible(
  name: string,
  handle: FileHandle,
  sizeBytes: number,
): Promise<boolean> {
  if (compressed.test(name)) {
    return false;
  }
  if (sizeBytes < tryFromBytes) {
    return true;
  }
  const votes = await Promise.all(
    samplesAt.map((share) => sampleShrinks(handle, Math.floor(sizeBytes * share))),
  );
  return votes.filter(Boolean).length * 2 > votes.length;
}

async function sampleShrinks(handle: FileHandle, position: number): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(sampleBytes),
    0,
    sampleBytes,
    position,
  );
  const packed = await deflate(buffer.subarray(0, bytesRead), { level: 1 });
  return packed.length < bytesRead * worthwhile;
}
