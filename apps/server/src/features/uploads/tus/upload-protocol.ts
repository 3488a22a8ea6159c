import type { Request } from 'express';
import type { UploadContext } from './upload-context.js';

/** What the library leaves open or answers otherwise than tus 1.0 says; checked before it is asked. */
export const tusVersion = '1.0.0';

/** The algorithms of the checksum extension and the bytes of their digests; tus asks for sha1 at least. */
const checksums = { sha1: 20, sha256: 32, md5: 16 } as const;
export const checksumAlgorithms = Object.keys(checksums);

/** Sizes stay exact as JavaScript's numbers; more than any disk holds. */
export const maxUploadBytes = 2 ** 52;

/** Some clients can send GET and POST only (`X-HTTP-Method-Override`). */
export function overrideMethod(request: Request): void {
  const method = request.header('x-http-method-override')?.toUpperCase();
  if (request.method === 'POST' && method && ['PATCH', 'DELETE', 'HEAD'].includes(method)) {
    request.method = method;
  }
}

/** Why a call is refused whatever it is about; null when it is well-formed. */
export function findViolation(request: Request): { status: number; body: string } | null {
  const { method } = request;
  const has = (name: string): boolean => request.header(name) !== undefined;
  if (method !== 'OPTIONS' && method !== 'GET' && request.header('tus-resumable') !== tusVersion) {
    return { status: 412, body: `Tus-Resumable: ${tusVersion} required\n` };
  }
  if (method === 'POST' && (has('upload-concat') || has('upload-defer-length'))) {
    return { status: 400, body: 'Concatenation and deferred lengths are not offered\n' };
  }
  if (method === 'PATCH' && request.header('content-type') !== 'application/offset+octet-stream') {
    return { status: 415, body: 'Content-Type: application/offset+octet-stream required\n' };
  }
  if (method === 'PATCH' && !has('upload-offset')) {
    return { status: 400, body: 'Upload-Offset required\n' };
  }
  return null;
}

/** `Upload-Checksum: <algorithm> <base64>`; null when there is none. */
export function readChecksum(header: string | undefined): UploadContext['checksum'] | 'invalid' {
  if (header === undefined) {
    return null;
  }
  const [, algorithm = '', text = ''] = /^(\S+) ([A-Za-z0-9+/]+=*)$/.exec(header) ?? [];
  const digest = Buffer.from(text, 'base64');
  return isAlgorithm(algorithm) && digest.length === checksums[algorithm]
    ? { algorithm, digest }
    : 'invalid';
}

function isAlgorithm(name: string): name is keyof typeof checksums {
  return Object.hasOwn(checksums, name);
}
