import type { Request } from 'express';

/** The client went away before it had its answer: there is nobody to work for. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client has gone.');
  }
}

/** Aborted when the client of a request goes away before the answer; for work that takes longer than a moment. */
export function goneSignal(request: Request): AbortSignal {
  const abort = new AbortController();
  const { res: response } = request;
  response?.once('close', () => {
    if (!response.writableFinished) {
      abort.abort(new ClientGoneError());
    }
  });
  return abort.signal;
}
