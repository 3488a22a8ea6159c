import type { Request } from 'express';

/**
 * Ends the connection of a client that has more to send and sends nothing for this time; the returned function stops
 * watching. Only while the body is coming: what the server does with it afterwards may take its time.
 */
export function endWhenSilent(request: Request, silenceMs: number): () => void {
  request.setTimeout(silenceMs, () => {
    if (!request.complete) {
      request.destroy();
    }
  });
  return () => void request.setTimeout(0);
}
