import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, Response } from 'express';
import type { UploadCaller } from '../upload-caller.js';
import type { UploadTarget } from '../upload-target.js';

/** The HTTP call in which tus calls its store and hooks: these are passed the upload only, but also need the caller and the body. */
export interface UploadContext {
  caller: UploadCaller;
  request: Request;
  response: Response;
  /** The checksum of this call's bytes, if the client sent one (tus checksum extension). */
  checksum: { algorithm: string; digest: Buffer } | null;
  /** Set while the upload is created. */
  target?: UploadTarget;
}

const calls = new AsyncLocalStorage<UploadContext>();

export function inUploadCall<T>(call: UploadContext, work: () => T): T {
  return calls.run(call, work);
}

export function uploadCall(): UploadContext {
  const call = calls.getStore();
  if (!call) {
    throw new Error('tus was asked outside of an upload call.');
  }
  return call;
}
