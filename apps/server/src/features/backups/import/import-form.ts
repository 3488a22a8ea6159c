import { finished, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { ImportAbortedError, ImportFormError } from './import.errors.js';

/** A client that sends nothing for this long is cut off, milliseconds. */
const silenceMs = 120_000;
const formLimits = { fields: 16, fieldSize: 1024, files: 1, parts: 17, headerPairs: 32 };

/**
 * Reads a form with one file, never faster than the file is taken.
 * @param take gets the file and the fields that came before it
 * @returns what `take` returned, when all of the form was received
 */
export async function readImportForm<Result>(
  request: Request,
  take: (file: Readable, fields: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result> {
  const parser = openParser(request);
  const fields = new Map<string, string>();
  let taking: Promise<Result> | undefined;
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    // Later: the parser may be in the middle of a piece.
    queueMicrotask(() => parser.destroy());
  };
  parser.on('field', (name, value) => void fields.set(name, value));
  parser.on('error', () => fail(new ImportFormError()));
  for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(event, () => fail(new ImportFormError()));
  }
  parser.on('file', (_, stream) => {
    stream.on('error', () => undefined);
    taking = take(stream, fields);
    taking.catch((error: unknown) => fail(error instanceof Error ? error : new ImportFormError()));
  });
  request.setTimeout(silenceMs, () => request.destroy());
  await new Promise<void>((resolve) => {
    parser.once('close', resolve);
    finished(request, { writable: false }, (error) => {
      if (error) {
        fail(new ImportAbortedError());
      }
    });
    request.pipe(parser);
  });
  request.unpipe(parser);
  request.setTimeout(0);
  // What is left of a refused form is not wanted, but has to be taken for the answer to be heard.
  request.resume();
  const taken = await taking?.catch(() => undefined);
  if (failure) {
    throw failure;
  }
  if (taken === undefined) {
    throw new ImportFormError();
  }
  return taken;
}

function openParser(request: Request): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, limits: formLimits });
  } catch {
    throw new ImportFormError();
  }
}
