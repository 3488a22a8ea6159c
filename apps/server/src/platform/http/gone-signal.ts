import type { Request } from 'express';

/** The client went away before it had its answer: the work is not needed any more. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client has gone.');
  }
}

const known = new WeakMap<Request, AbortSignal>();

/** Aborted when the client of a request goes away before the answer; for work that takes longer than a moment. */
export function goneSignal(request: Request): AbortSignal {
  const before = known.get(request);
  if (before) {
    return before;
  }
  const abort = new AbortController();
  known.set(request, abort.signal);
  const { res: response } = request;
  // Many parts of a call look for its end, each once: that is no leak.
  response?.setMaxListeners(response.getMaxListeners() + 1);
  response?.once('close', () => {
    if (!response.writableFinished) {
      abort.abort(new ClientGoneError());
    }
  });
  return abort.signal;
}
