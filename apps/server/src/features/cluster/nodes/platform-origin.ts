import type { Request } from 'express';
import type { Config } from '../../../config/config.js';

/** A host with an optional port, and nothing that a shell or a URL could read another way. */
const plainHost = /^(\[[\da-f:]+\]|[a-z\d.-]+)(:\d{1,5})?$/i;

/**
 * How hosts reach the platform: as it is configured, else as the caller of this request did. The header is the caller's own
 * word, and it ends in a command that this caller alone sees.
 */
export function platformOrigin({ publicUrl, port }: Config, request: Request): string {
  if (publicUrl !== undefined) {
    return publicUrl;
  }
  const host = request.get('host') ?? '';
  return plainHost.test(host)
    ? `${request.protocol}://${host}`
    : `http://127.0.0.1:${String(port)}`;
}
