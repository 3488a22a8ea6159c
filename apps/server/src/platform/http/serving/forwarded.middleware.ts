import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { hashToken } from '../../secrets/token-hash.js';

/** By this the proxy that the operator set up shows the PROXY_SECRET (deploy/nginx). */
export const proxySecretHeader = 'x-clusterdesk-proxy';

/** Headers in which a proxy describes the call or itself, apart from `X-Forwarded-…`. */
const proxyHeaders: ReadonlySet<string> = new Set(['forwarded', 'x-real-ip', 'x-sendfile-type']);

/** Those that name the address of the client. */
const addressHeaders: ReadonlySet<string> = new Set(['forwarded', 'x-forwarded-for', 'x-real-ip']);

/**
 * Removes a proxy's headers from a call, unless the proxy shows the secret. An address proves nothing: whatever runs on
 * the proxy's host, or behind it, has its address too. Nobody further in sees the secret.
 * @param onUndeclared called with the address of a peer whose headers were removed
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
