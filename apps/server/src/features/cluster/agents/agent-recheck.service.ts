import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Timings } from '../../../platform/timings.js';
import { AgentGateway } from './agent-gateway.service.js';
import { EnrolmentService } from './enrolment.service.js';

/**
 * Ends connections of this server whose secret was revoked at another one. They are ended at once by an order between the servers; it
 * can be lost while PostgreSQL or Redis is away, and is not given again.
 */
@Injectable()
export class AgentRecheck implements OnApplicationShutdown {
  private readonly logger = new Logger('AgentRecheck');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly gateway: AgentGateway,
    private readonly enrolment: EnrolmentService,
    private readonly timings: Timings,
  ) {}

  /** Looks again and again, each time after the look before has ended. */
  start(): void {
    this.timer = setTimeout(() => {
      void this.look()
        .catch((error: unknown) =>
          this.logger.warn({ err: error }, 'The secrets of agents could not be looked at'),
        )
        .finally(() => this.timer && this.start());
    }, this.timings.rights.socketsMs).unref();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    const held = this.gateway.listHeld();
    if (held.length === 0) {
      return;
    }
    for (const { socket, nodeId } of await this.enrolment.findRevoked(held)) {
      this.logger.warn({ nodeId }, 'An agent had a secret that is not its own any more');
      socket.disconnect(true);
    }
  }
}
