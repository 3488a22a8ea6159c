import type { Request } from 'express';
import type { UploadContext } from './upload-context.js';

/** Checks that the library lacks or that differ from tus 1.0; they run before it. */
export const tusVersion = '1.0.0';

/** The algorithms of the checksum extension and the lengths of their digests in bytes; tus requires at least sha1. */
const checksums = { sha1: 20, sha256: 32, md5: 16 } as const;
export const checksumAlgorithms = Object.keys(checksums);

/** Exactly representable as a JavaScript number, and larger than any disk. */
export const maxUploadBytes = 2 ** 52;

/** Some clients can only send GET and POST (`X-HTTP-Method-Override`). */
export function overrideMethod(request: Request): void {
  const method = request.header('x-http-method-override')?.toUpperCase();
  if (request.method === 'POST' && method && ['PATCH', 'DELETE', 'HEAD'].includes(method)) {
    request.method = method;
  }
}

/** Why a call is malformed; null if it is well-formed. */
export function findViolation(request: Request): { status: number; body: string } | null {
  const { method } = request;
  const has = (name: string): boolean => request.header(name) !== undefined;
  if (has('upload-checksum') && readChecksum(request) === null) {
    return { status: 400, body: `Upload-Checksum: one of ${checksumAlgorithms.join(', ')}\n` };
  }
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

/** Parses `Upload-Checksum: <algorithm> <base64>`; null if absent or invalid. */
export function readChecksum(request: Request): UploadContext['checksum'] {
  const header = request.header('upload-checksum') ?? '';
  const [, algorithm = '', text = ''] = /^(\S+) ([A-Za-z0-9+/]+=*)$/.exec(header) ?? [];
  const digest = Buffer.from(text, 'base64');
  return isAlgorithm(algorithm) && digest.length === checksums[algorithm]
    ? { algorithm, digest }
    : null;
}

function isAlgorithm(name: string): name is keyof typeof checksums {
  return Object.hasOwn(checksums, name);
}
