import type { NextFunction, Request, Response } from 'express';

/** Answers of the API are for whoever asked, once: no cache keeps them. A call whose answer may be kept says so itself. */
export function forbidStoring(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
