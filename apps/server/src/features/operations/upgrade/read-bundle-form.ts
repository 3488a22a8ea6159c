import { finished, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { UpgradeFormError } from './upgrade.errors.js';

/** A client that sends nothing for this long is cut off. */
const silenceMs = 120_000;

/**
 * Reads a form with one file, `file`, never faster than it is consumed.
 * @throws UpgradeFormError for any other form, and what `take` throws
 */
export async function readBundleForm(
  request: Request,
  take: (file: Readable) => Promise<void>,
): Promise<void> {
  const parser = openParser(request);
  let taken: Promise<void> | null = null;
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    // Deferred: the parser may be in the middle of parsing a piece.
    queueMicrotask(() => parser.destroy());
  };
  parser.on('error', () => fail(new UpgradeFormError()));
  parser.on('filesLimit', () => fail(new UpgradeFormError()));
  parser.on('file', (field, stream) => {
    // Without a listener, `destroy` would cause an uncaught error.
    stream.on('error', () => undefined);
    if (field !== 'file') {
      fail(new UpgradeFormError());
      return;
    }
    taken = take(stream).catch((error: unknown) =>
      fail(error === stream.errored ? new UpgradeFormError() : error),
    );
  });
  request.setTimeout(silenceMs, () => request.destroy());
  await new Promise<void>((resolve) => {
    parser.once('close', resolve);
    finished(request, { writable: false }, (error) => error && fail(new UpgradeFormError()));
    request.pipe(parser);
  });
  request.unpipe(parser);
  request.setTimeout(0);
  await taken;
  if (failure !== undefined || taken === null) {
    throw failure ?? new UpgradeFormError();
  }
}

function openParser(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      limits: { fields: 8, fieldSize: 1_024, files: 1, parts: 16, headerPairs: 32 },
    });
  } catch {
    throw new UpgradeFormError();
  }
}
