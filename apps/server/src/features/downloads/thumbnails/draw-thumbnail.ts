import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { limits } from '@clusterdesk/contracts';

/** A photograph takes a fraction of a second; what takes longer is hostile, or not worth it. */
const processorSeconds = 10;
/** Bounds slow disks. */
const drawWithinMs = 30_000;
/** All memory that it writes to: the file, and all of a picture that is unpacked as a whole (an interlaced PNG, a WebP). */
const dataKib = 640 * 1_024;
/** More than a picture of that size takes. */
const maxAnswerBytes = 256 * 1_024;

/** The reader's code for a picture that it does not draw. */
const notDrawn = 2;

/**
 * Reads in a process of its own, as forms are read (`read-sheet.ts`): the file is a user's, and the library is written in C. Of all
 * its readers only four are left on. Turned as the camera says; nothing but the pixels goes into the answer, neither place nor camera.
 */
const readerSource = `
const { readFileSync } = require('node:fs');
const [library, edge, pixels] = process.argv.slice(1);
const sharp = require(library);
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((kind) => 'VipsForeignLoad' + kind) });
const size = { width: Number(edge), height: Number(edge), fit: 'inside', withoutEnlargement: true };
Promise.resolve()
  .then(() => sharp(readFileSync(0), { limitInputPixels: Number(pixels), failOn: 'error' }))
  .then((picture) => picture.autoOrient().resize(size).webp({ quality: 75 }).toBuffer())
  .then((drawn) => process.stdout.write(drawn), () => process.exit(${notDrawn}));
`;

/** The shell sets the limits and becomes the reader, which writes no file and ends even when this process is gone. */
const limitedStart = `ulimit -c 0 && ulimit -f 0 && ulimit -t ${processorSeconds} && ulimit -d ${dataKib} && exec "$0" "$@"`;

/**
 * A WebP of the picture in an open file, read from where the file stands.
 * @returns null when it cannot be drawn within the limits
 * @throws Error when the reader does not work at all, or the signal ended it
 */
export async function drawThumbnail(file: FileHandle, signal: AbortSignal): Promise<Buffer | null> {
  signal.throwIfAborted();
  const library = createRequire(import.meta.url).resolve('sharp');
  const reader = spawn(
    '/bin/sh',
    [
      '-c',
      limitedStart,
      process.execPath,
      '-e',
      readerSource,
      library,
      String(limits.thumbnailEdge),
      String(limits.thumbnailFilePixels),
    ],
    {
      // Nothing of ours, neither secrets nor options of Node.
      env: {},
      cwd: '/',
      stdio: [file.fd, 'pipe', 'ignore'],
      timeout: drawWithinMs,
      killSignal: 'SIGKILL',
      signal,
    },
  );
  const [drawn] = await Promise.all([readAnswer(reader), once(reader, 'close')]);
  // Killed by its limits, it has no code.
  if (reader.exitCode !== 0 && reader.exitCode !== notDrawn && reader.signalCode === null) {
    throw new Error(`The reader of pictures ended with code ${reader.exitCode}.`);
  }
  return reader.exitCode === 0 ? drawn : null;
}

/** What the reader writes; one that writes more than a thumbnail is ended. */
async function readAnswer(reader: ChildProcess): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of (reader.stdout ?? []) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) {
      reader.kill('SIGKILL');
      break;
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
