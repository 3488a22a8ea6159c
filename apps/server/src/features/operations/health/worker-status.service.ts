import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { Listeners } from '../../../platform/http/serving/listeners.js';
import { TaskWorker } from '../../../platform/tasks/task-worker.service.js';
import { HealthService } from './health.service.js';
import { MetricsService } from '../metrics/metrics.service.js';

/** A worker's status port serves only this, so its timeouts are short, milliseconds. */
const requestTimeoutMs = 10_000;

/** Health and metrics of a worker, on WORKER_PORT: the same addresses as the server's. */
@Injectable()
export class WorkerStatus implements BeforeApplicationShutdown {
  private readonly logger = new Logger('WorkerStatus');
  private server: Server | undefined;
  private listeners: Listeners | undefined;

  constructor(
    private readonly config: Config,
    private readonly worker: TaskWorker,
    private readonly health: HealthService,
    private readonly metrics: MetricsService,
  ) {}

  /** Does nothing where no port is set. @returns the port. */
  async listen(): Promise<number | undefined> {
    const { workerPort, host } = this.config;
    if (workerPort === undefined) {
      return undefined;
    }
    const server = createServer(
      { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs },
      (request, response) => {
        this.answer(request, response).catch((error: unknown) => {
          this.logger.warn({ err: error }, 'A status call failed');
          response.destroy();
        });
      },
    );
    this.server = server;
    this.listeners = new Listeners(server);
    await this.listeners.open({ host, port: workerPort });
    const address = server.address();
    return typeof address === 'object' && address ? address.port : workerPort;
  }

  async beforeApplicationShutdown(): Promise<void> {
    const closed = this.listeners?.close();
    this.server?.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (request.url) {
      case '/metrics':
        return this.metrics.answer(request, response, 'worker');
      case '/api/health/live':
        return sendStatus(response, 'ok');
      case '/api/health/ready':
        return sendStatus(
          response,
          this.worker.isRunning ? await this.health.readiness() : 'stopping',
        );
      default:
        response.writeHead(404).end();
    }
  }
}

function sendStatus(response: ServerResponse, status: string): void {
  response.writeHead(status === 'ok' ? 200 : 503, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ status }));
}
