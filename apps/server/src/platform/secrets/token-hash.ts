import { createHash } from 'node:crypto';

/**
 * The SHA-256 of a token, 32 bytes: what the database keeps in place of the token and finds it by. Fast and without salt, so
 * only what nobody can guess, such as 256 random bits, is kept this way; a password never is.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
