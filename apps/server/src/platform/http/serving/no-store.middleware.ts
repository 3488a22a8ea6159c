import type { NextFunction, Request, Response } from 'express';

/** No cache keeps answers of the API. A call whose answer may be kept sets its own header. */
export function forbidStoring(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
