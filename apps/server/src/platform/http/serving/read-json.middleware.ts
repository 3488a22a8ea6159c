import { PayloadTooLargeException } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { json, type RequestHandler } from 'express';
import { isLargerThan } from '../../json-shape.js';
import { UserSemaphore } from '../../user-semaphore.js';
import { notSignedIn } from '../access/access.js';
import { readToken, type Principal } from '../access/principal.js';

/** How much is read from callers who are not signed in: signing in needs less. */
export const strangersBytes = 64 * 1024;

/** Longer bodies of one user that are in memory at once, and that wait unread. */
const bounds = { each: 4, waiting: 8 };

/** A list of as many paths as a call takes has a tenth of this. */
export const maxValues = 10 * limits.maxPaths;
export const maxDepth = 64;

/**
 * Reads the JSON of a call. What a body becomes in memory is bounded before it is made: a few kilobytes, compressed, or 8 MiB of
 * empty objects would be hundreds of megabytes each. So nothing is unpacked, what has too many parts is not read, and more
 * than a little only from signed-in users, some at once.
 */
export function readJson(
  authenticate: (token: string) => Promise<Principal | null>,
): RequestHandler {
  const reader = (limit: number): RequestHandler =>
    json({
      limit,
      inflate: false,
      verify: (_request, _response, body, charset) => checkShape(body, charset),
    });
  const readLittle = reader(strangersBytes);
  const readMuch = reader(limits.jsonBodyBytes);
  const turns = new UserSemaphore(bounds);

  return (request, response, next) => {
    const done = (error?: unknown): void =>
      next(isTooComplex(error) ? new PayloadTooLargeException() : error);
    const length = Number(request.headers['content-length'] ?? Infinity);
    const token = readToken(request.headers.authorization);
    if (length <= strangersBytes || token === undefined || !request.is('json')) {
      readLittle(request, response, done);
      return;
    }
    const readAs = async (caller: Principal | null): Promise<void> => {
      if (!caller) {
        throw notSignedIn();
      }
      await turns.run(
        caller.userId,
        () =>
          new Promise<void>((resolve, reject) => {
            readMuch(request, response, (error?: unknown) =>
              error === undefined
                ? resolve()
                : reject(error instanceof Error ? error : new Error(String(error))),
            );
          }),
      );
    };
    authenticate(token)
      .then(readAs)
      .then(() => next(), done);
  };
}

class TooComplexError extends Error {
  readonly type = 'body.complex';
}

/** body-parser wraps what its check throws. */
function isTooComplex(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'body.complex';
}

/** JSON is UTF-8 (RFC 8259): in another one quotes stand elsewhere. */
function checkShape(body: Buffer, charset: string): void {
  if (charset !== 'utf-8') {
    throw new Error('JSON is read in UTF-8.');
  }
  if (isLargerThan(body, { values: maxValues, depth: maxDepth })) {
    throw new TooComplexError('The body has too many parts.');
  }
}
