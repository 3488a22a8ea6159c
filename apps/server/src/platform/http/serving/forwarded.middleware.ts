import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { hashToken } from '../../secrets/token-hash.js';

/** By this the proxy that the operator set up shows the PROXY_SECRET (deploy/nginx). */
export const proxySecretHeader = 'x-clusterdesk-proxy';

/** What a proxy says of the call, and what it can do. `X-Forwarded-…` besides. */
const proxyHeaders: ReadonlySet<string> = new Set(['forwarded', 'x-real-ip', 'x-sendfile-type']);

/** Those in which a proxy says whose call it is. */
const addressHeaders: ReadonlySet<string> = new Set(['forwarded', 'x-forwarded-for', 'x-real-ip']);

/**
 * Forgets what a call says in the name of a proxy, unless the proxy shows the secret. An address shows nothing: whoever runs on
 * the proxy's host, or behind it, has its address too. Nobody further in sees the secret.
 * @param onUndeclared hears of the peer whose word was forgotten
 */
export function trustProxy(
  secret: string | undefined,
  onUndeclared: (address: string | undefined) => void,
): RequestHandler {
  const wanted = secret === undefined ? undefined : hashToken(secret);
  return (request, _response, next) => {
    const { headers } = request;
    const shown = headers[proxySecretHeader];
    Reflect.deleteProperty(headers, proxySecretHeader);
    const isProved =
      wanted !== undefined &&
      typeof shown === 'string' &&
      timingSafeEqual(hashToken(shown), wanted);
    if (!isProved) {
      for (const name of Object.keys(headers)) {
        if (proxyHeaders.has(name) || name.startsWith('x-forwarded-')) {
          if (addressHeaders.has(name)) {
            onUndeclared(request.socket.remoteAddress);
          }
          Reflect.deleteProperty(headers, name);
        }
      }
    }
    next();
  };
}
