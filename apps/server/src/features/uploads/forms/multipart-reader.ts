import { finished, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { UploadAbortedError, InvalidFormError } from '../upload.errors.js';

/** One file of a multipart form, as it is received. */
export interface FilePart {
  field: string;
  /** As the client sent it: untrusted, perhaps a path. */
  fileName: string;
  /** Must be read to the end or destroyed. */
  stream: Readable;
}

export interface FormHandlers {
  onField: (name: string, value: string) => void;
  /** Reading pauses while too many of these are running. What one throws ends the form. */
  onFile: (part: FilePart) => Promise<void>;
}

/** Far more than any documented form has; a form that exceeds them is refused, not truncated. */
const formLimits = {
  fields: 64,
  fieldSize: 16 * 1024,
  files: 1_000,
  parts: 1_064,
  headerPairs: 32,
};
const maxFieldName = 100;
/** How many small files may be being written while the next one is read. */
const filesAtOnce = 16;
const bufferBytes = 128 * 1024;
/** A client that sends nothing for this long is cut off. */
const silenceMs = 120_000;

/**
 * Reads a multipart form from a request, never faster than its files are consumed. Resolves when all of it
 * was received and all files have been handled.
 * @throws InvalidFormError for a malformed form, UploadAbortedError when the client disconnected.
 */
export async function readMultipart(request: Request, handlers: FormHandlers): Promise<void> {
  const parser = openParser(request);
  const atWork = new Set<Promise<void>>();
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    // Deferred: the parser may be in the middle of parsing a piece.
    queueMicrotask(() => parser.destroy());
  };
  for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(event, () => fail(new InvalidFormError('too many parts')));
  }
  parser.on('error', (error: Error) => fail(new InvalidFormError(error.message)));
  parser.on('field', (name, value, { valueTruncated }) => {
    // The parser does not limit names in multipart forms.
    if (valueTruncated || name?.length > maxFieldName) {
      fail(new InvalidFormError('a field is too long'));
    } else if (name !== undefined) {
      handlers.onField(name, value);
    }
  });
  parser.on('file', (field, stream, { filename }) => {
    // Without a listener, `destroy` would cause an uncaught error.
    stream.on('error', () => undefined);
    const work = handlers
      .onFile({ field, fileName: unescapeName(filename ?? ''), stream })
      .catch((error: unknown) =>
        fail(error === stream.errored ? new InvalidFormError('Unexpected end of form') : error),
      )
      .finally(() => {
        atWork.delete(work);
        if (atWork.size === filesAtOnce - 1 && !parser.destroyed) {
          request.pipe(parser);
        }
      });
    atWork.add(work);
    if (atWork.size >= filesAtOnce) {
      request.unpipe(parser);
    }
  });
  request.setTimeout(silenceMs, () => request.destroy());
  await new Promise<void>((resolve) => {
    parser.once('close', resolve);
    finished(request, { writable: false }, (error) => {
      if (error) {
        fail(new UploadAbortedError());
      }
    });
    request.pipe(parser);
  });
  request.unpipe(parser);
  request.setTimeout(0);
  await Promise.all(atWork);
  if (failure !== undefined) {
    throw failure;
  }
}

function openParser(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      limits: formLimits,
      // The handler checks the name; shortening it here would hide what is wrong with it.
      preservePath: true,
      defParamCharset: 'utf8',
      highWaterMark: bufferBytes,
      fileHwm: bufferBytes,
    });
  } catch (error) {
    throw new InvalidFormError(error instanceof Error ? error.message : 'no form');
  }
}

/** Browsers escape `"`, CR and LF in the file names of a form, and nothing else. */
function unescapeName(name: string): string {
  return name.replaceAll('%22', '"').replaceAll(/%0d/gi, '\r').replaceAll(/%0a/gi, '\n');
}
