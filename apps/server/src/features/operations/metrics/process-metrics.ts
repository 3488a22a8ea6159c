import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { eventLoopPrecisionMs, measureEventLoop } from './event-loop-lag.js';

/** Of the process, whatever runs in it: memory, processor time, lag of the event loop, calls. */
export const processMetrics = new Registry();
collectDefaultMetrics({
  register: processMetrics,
  eventLoopMonitoringPrecision: eventLoopPrecisionMs,
});
measureEventLoop(processMetrics);

const duration = new Histogram({
  name: 'clusterdesk_http_request_seconds',
  help: 'Time to answer a declared call, by call and HTTP status.',
  labelNames: ['call', 'status'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
  registers: [processMetrics],
});

/** Times every declared call. */
export function measureRequests(request: Request, response: Response, next: NextFunction): void {
  const stop = duration.startTimer();
  response.once('finish', () => {
    if (request.endpoint) {
      stop({ call: request.endpoint.path, status: response.statusCode });
    }
  });
  next();
}
