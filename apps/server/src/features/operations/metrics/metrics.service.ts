import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Config } from '../../../config/config.js';
import { Postgres } from '../../../platform/database/postgres.js';
import { ServerDrain } from '../../../platform/http/serving/server-drain.service.js';
import { hashToken } from '../../../platform/secrets/token-hash.js';
import { taskMetrics } from '../../../platform/tasks/task-metrics.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { PlatformGauges } from './platform-gauges.service.js';
import { processMetrics } from './process-metrics.js';

/** `/metrics` in Prometheus' text format: numbers, no user data, but what a stranger need not know. */
@Injectable()
export class MetricsService {
  private readonly registry = new Registry();

  constructor(
    private readonly config: Config,
    private readonly platform: PlatformGauges,
    postgres: Postgres,
    tasks: TaskQueue,
    drain: ServerDrain,
  ) {
    const { pool } = postgres;
    this.gauge('clusterdesk_calls_running', 'Calls under way.', [], (set) =>
      set({}, drain.runningCalls),
    );
    this.gauge(
      'clusterdesk_database_connections',
      'Connections of the pool: in use, idle, and callers waiting for one.',
      ['state'],
      (set) => {
        set({ state: 'used' }, pool.totalCount - pool.idleCount);
        set({ state: 'idle' }, pool.idleCount);
        set({ state: 'waited for' }, pool.waitingCount);
      },
    );
    this.gauge(
      'clusterdesk_tasks',
      'Tasks, by queue and state.',
      ['queue', 'state'],
      async (set) => {
        for (const [queue, counts] of Object.entries(await tasks.count())) {
          for (const [state, count] of Object.entries(counts)) {
            set({ queue, state }, count);
          }
        }
      },
    );
  }

  /** All that a server tells, or a worker: how the whole platform is comes from servers. */
  of(program: 'server' | 'worker'): Registry {
    const besides = program === 'server' ? this.platform.registry : taskMetrics;
    return Registry.merge([processMetrics, this.registry, besides]);
  }

  /** Answers the bearer of METRICS_TOKEN. An address is no right: the jobs of this host have it too. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    program: 'server' | 'worker',
  ): Promise<void> {
    if (!this.mayAsk(request)) {
      response.writeHead(403, { 'Content-Type': 'text/plain' });
      response.end('Ask with the METRICS_TOKEN as a bearer token.\n');
      return;
    }
    const all = this.of(program);
    const text = await all.metrics();
    response.writeHead(200, { 'Content-Type': all.contentType, 'Cache-Control': 'no-store' });
    response.end(text);
  }

  private mayAsk({ headers }: IncomingMessage): boolean {
    const { metricsToken } = this.config;
    return (
      metricsToken !== undefined && isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)
    );
  }

  private gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect: (
      set: (labels: Partial<Record<Label, string>>, value: number) => void,
    ) => void | Promise<void>,
  ): void {
    const gauge: Gauge<Label> = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: () => collect((labels, value) => gauge.set(labels, value)),
    });
  }
}

function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(wanted));
}
