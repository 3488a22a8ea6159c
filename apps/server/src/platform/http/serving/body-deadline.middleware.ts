import { ServerResponse, type IncomingMessage } from 'node:http';
import { allEndpoints, uploadsPath } from '@clusterdesk/contracts';

/** The body of an ordinary call has this long to arrive, milliseconds. */
const bodyDeadlineMs = 30_000;

/** Calls whose bodies are files of any size: once let in, they end clients that stay silent. */
const streamPaths = new Set(
  allEndpoints.filter(({ upload }) => upload === 'stream').map(({ path }) => `/api${path}`),
);

function isStream(url = ''): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return streamPaths.has(path) || path === uploadsPath || path.startsWith(`${uploadsPath}/`);
}

/**
 * Ends calls whose bodies arrive too slowly, those of live connections too: each would hold a connection, and in memory what has
 * arrived. A body of any size has its own time from when its caller is let in; until then, and when it was refused, it has no
 * more than others.
 */
export function limitBodyTime(
  deadlineMs = bodyDeadlineMs,
): (
  request: IncomingMessage & { mayStream?: boolean },
  response: ServerResponse,
  next: () => void,
) => void {
  return (request, response, next) => {
    // A WebSocket has no body, and no end: what Socket.IO passes in place of its response is no response.
    if (request.complete || !(response instanceof ServerResponse)) {
      next();
      return;
    }
    const isStreamPath = isStream(request.url);
    const timer = setTimeout(() => {
      if (request.complete || (isStreamPath && request.mayStream)) {
        return;
      }
      if (response.headersSent) {
        request.destroy();
        return;
      }
      response.setHeader('Connection', 'close');
      // No callback of `end`: what compresses answers would take it for the content.
      response.once('finish', () => request.destroy());
      response.writeHead(408).end();
    }, deadlineMs);
    timer.unref();
    request.once('end', () => clearTimeout(timer));
    response.once('close', () => {
      // An answer that came before the body leaves the connection to it.
      if (request.complete || request.destroyed) {
        clearTimeout(timer);
      }
    });
    next();
  };
}
