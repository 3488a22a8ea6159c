import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';

const storage = new AsyncLocalStorage<Request>();

/** Lets whatever a call does find the call. */
export function keepRequest(request: Request, _: Response, next: NextFunction): void {
  storage.run(request, next);
}

/** The call that is being answered; undefined in a task. */
export function currentRequest(): Request | undefined {
  return storage.getStore();
}
