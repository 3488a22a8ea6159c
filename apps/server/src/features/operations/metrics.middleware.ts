import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const duration = new Histogram({
  name: 'clusterdesk_http_request_seconds',
  help: 'Time to answer a declared call, by call and HTTP status.',
  labelNames: ['call', 'status'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
  registers: [registry],
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

/** `/metrics` in Prometheus' text format: numbers of this process, no user data. */
export async function sendMetrics(_: Request, response: Response): Promise<void> {
  response.type(registry.contentType).send(await registry.metrics());
}
