import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import ZipStream from 'zip-stream';
import { FormKindError } from './import.errors.js';

/** What a zip may hold when it is unpacked, all entries together. */
const maxUnpackedBytes = 8 * 1024 * 1024;
const maxEntries = 200;

/** Pictures and macros say nothing about rows. */
const isNeeded = (name: string): boolean => /\.(xml|rels)$/i.test(name);

/**
 * Unpacks a zip within limits and packs what is needed anew, plain and without compression. The library that reads the sheet
 * follows other records of a zip than a check would; of what is made here there is only one reading.
 * @throws FormKindError for a zip without a workbook; Error for what is no zip, lies about its sizes, or would unpack to more than the limits (a zip bomb).
 */
export async function repackZip(file: Buffer): Promise<Buffer> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, validateEntrySizes: true });
  try {
    if (zip.entryCount > maxEntries) {
      throw new Error('The zip has too many entries.');
    }
    const entries = await unpack(zip);
    if (!entries.has('xl/workbook.xml')) {
      throw new FormKindError();
    }
    const plain = new ZipStream();
    const packed = buffer(plain);
    // It is awaited when all is in it: until then an error of the stream is that of the entry.
    packed.catch(() => undefined);
    for (const [name, content] of entries) {
      await new Promise<void>((resolve, reject) => {
        plain.entry(content, { name, store: true }, (error) => (error ? reject(error) : resolve()));
      });
    }
    plain.finalize();
    return await packed;
  } finally {
    zip.close();
  }
}

async function unpack(zip: ZipFile): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  let left = maxUnpackedBytes;
  for await (const entry of zip.eachEntry()) {
    if (!isNeeded(entry.fileName)) {
      continue;
    }
    if (entry.uncompressedSize > left) {
      throw new Error('The zip is too large when it is unpacked.');
    }
    // Ends with an error when the entry has more bytes than it says.
    const content = await buffer(await zip.openReadStreamPromise(entry));
    left -= content.length;
    entries.set(entry.fileName, content);
  }
  return entries;
}
