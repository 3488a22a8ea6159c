import type { Request } from 'express';
import type { Config } from '../../../config/config.js';

/** A host with an optional port, without characters that are special in a shell or a URL. */
const plainHost = /^(\[[\da-f:]+\]|[a-z\d.-]+)(:\d{1,5})?$/i;

/**
 * The address at which hosts reach the platform: the configured one, otherwise the one this request used. The caller controls
 * that header, but the resulting command is shown to this caller only.
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
