import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** What a zip may hold when it is unpacked, all entries together. */
const maxUnpackedBytes = 8 * 1024 * 1024;
const maxEntries = 200;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;

const inflate = promisify(inflateRaw);

/**
 * Unpacks every entry with a limit, because the sizes that a zip declares can be lies.
 * @throws Error for what is no plain zip or would unpack to more than the limit (a zip bomb).
 */
export async function assertSmallZip(file: Buffer): Promise<void> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + endBytes > file.length || file.readUInt32LE(end) !== endSignature) {
    throw new Error('This is no zip.');
  }
  const count = file.readUInt16LE(end + 10);
  if (count > maxEntries) {
    throw new Error('The zip has too many entries.');
  }
  let at = file.readUInt32LE(end + 16);
  let left = maxUnpackedBytes;
  for (let index = 0; index < count; index += 1) {
    if (at + entryBytes > file.length || file.readUInt32LE(at) !== entrySignature) {
      throw new Error('The zip is broken.');
    }
    const packedBytes = file.readUInt32LE(at + 20);
    const start = file.readUInt32LE(at + 42);
    if (start + localBytes > file.length) {
      throw new Error('The zip is broken.');
    }
    const dataAt =
      start + localBytes + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    const packed = file.subarray(dataAt, dataAt + packedBytes);
    left -= await unpackedSize(packed, file.readUInt16LE(at + 10), left);
    at +=
      entryBytes +
      file.readUInt16LE(at + 28) +
      file.readUInt16LE(at + 30) +
      file.readUInt16LE(at + 32);
  }
}

/** @throws Error when it is more than `left`, or packed in a way that spreadsheets don't use. */
async function unpackedSize(packed: Buffer, method: number, left: number): Promise<number> {
  if (method === 0 && packed.length <= left) {
    return packed.length;
  }
  if (method !== 8 || left <= 0) {
    throw new Error('The zip is too large, or packed in an unknown way.');
  }
  return (await inflate(packed, { maxOutputLength: left })).length;
}
