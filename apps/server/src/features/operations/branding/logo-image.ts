import { Worker } from 'node:worker_threads';
import { logoMaxBytes, logoMaxPixels } from '@clusterdesk/contracts';
import { imageSize } from 'image-size';
import { LogoFormatError, LogoTooLargeError, LogoUnreadableError } from './branding.errors.js';

/** What the thread runs, in a file of its own: the build makes it an entry (rolldown.config.mjs). */
const program = new URL('./logo-worker.mjs', import.meta.url);

/** How large a picture becomes at most. */
export interface PictureBox {
  width: number;
  height: number;
}

/** Three pixels for each that the login page gives in height, 48 to the logo and 16 to an icon; more only costs every visitor time. */
export const boxes = {
  logo: { width: 800, height: 144 },
  icon: { width: 48, height: 48 },
} as const satisfies Record<string, PictureBox>;

/** A picture that takes longer is made to take long. */
const drawTimeoutMs = 10_000;

/**
 * The pixels of an uploaded logo as a small PNG: neither its metadata nor anything else that the file held is left. Read in a thread of
 * its own, which ends with its time, or with its memory.
 * @throws DomainError 400 for what is no JPG or PNG by content, too large, or cannot be read
 */
export async function drawLogo(content: Buffer, box: PictureBox = boxes.logo): Promise<Buffer> {
  if (content.length > logoMaxBytes) {
    throw new LogoTooLargeError();
  }
  const { width, height, type } = measure(content);
  if (Math.max(width, height) > logoMaxPixels) {
    throw new LogoTooLargeError();
  }
  const worker = new Worker(program, {
    workerData: { content, type, maxPixels: logoMaxPixels, box },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    stderr: true,
  });
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const fail = (): void => reject(new LogoUnreadableError());
      const timer = setTimeout(fail, drawTimeoutMs);
      worker.once('message', (png: Uint8Array) => resolve(Buffer.from(png)));
      worker.once('error', fail);
      worker.once('exit', () => {
        clearTimeout(timer);
        fail();
      });
    });
  } finally {
    await worker.terminate();
  }
}

/** By the content: neither the name of the file nor its type is asked. */
function measure(content: Buffer): { width: number; height: number; type: 'png' | 'jpg' } {
  try {
    const { width, height, type } = imageSize(content);
    if (type === 'png' || type === 'jpg') {
      return { width, height, type };
    }
  } catch {
    // What it cannot measure is no such picture.
  }
  throw new LogoFormatError();
}
