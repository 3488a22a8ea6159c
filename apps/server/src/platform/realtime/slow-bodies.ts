import { ServerResponse, type IncomingMessage } from 'node:http';
import { bodyDeadlineMs } from '../http/serving/body-deadline.middleware.js';

/** Ends calls of live connections whose bodies come too slowly, also after their answer: they do not pass those of other calls. */
export function endSlowBodies(
  deadlineMs = bodyDeadlineMs,
): (request: IncomingMessage, response: unknown, next: () => void) => void {
  return (request, response, next) => {
    // A WebSocket has no body, and no end.
    if (response instanceof ServerResponse) {
      setTimeout(() => {
        if (!request.complete) {
          request.destroy();
        }
      }, deadlineMs).unref();
    }
    next();
  };
}
