import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, Response } from 'express';
import type { Caller } from '../../platform/http/caller.js';
import type { UploadTarget } from './upload-target.js';
import type { Reservation } from './upload.service.js';

/** The HTTP call in which tus asks its store and hooks: they get the upload only, and need to know who asks, and the bytes. */
export interface UploadCall {
  caller: Caller;
  request: Request;
  response: Response;
  /** Of this call's bytes, when the client sent one (tus checksum extension). */
  checksum: { algorithm: string; digest: Buffer } | null;
  /** Set while the upload is created. */
  target?: UploadTarget;
  reservation?: Reservation;
}

const calls = new AsyncLocalStorage<UploadCall>();

export function inUploadCall<T>(call: UploadCall, work: () => T): T {
  return calls.run(call, work);
}

export function uploadCall(): UploadCall {
  const call = calls.getStore();
  if (!call) {
    throw new Error('tus was asked outside of an upload call.');
  }
  return call;
}
