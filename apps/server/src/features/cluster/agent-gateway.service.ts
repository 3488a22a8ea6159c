import { Injectable, Logger } from '@nestjs/common';
import {
  agentHandshakeSchema,
  agentHelloSchema,
  jobEndedSchema,
  jobOutputSchema,
  jobStartedSchema,
  limits,
  metricReportSchema,
  rooms,
  type AgentHello,
  type AgentHelloReply,
  type AgentToServer,
  type JobEnded,
  type JobOutput,
  type JobStarted,
  type ServerToAgent,
} from '@clusterdesk/contracts';
import type { DefaultEventsMap, Socket } from 'socket.io';
import type { z } from 'zod';
import { Realtime, type AgentSocketData } from '../../platform/realtime/realtime.service.js';
import { EnrolmentService, isKnownProtocol, type AgentIdentity } from './enrolment.service.js';
import { NodePresence } from './node-presence.service.js';
import { NodeRepository } from './node.repository.js';

type AgentSocket = Socket<AgentToServer, ServerToAgent, DefaultEventsMap, AgentSocketData>;

/** What the jobs feature does with an agent's words on jobs. */
export interface AgentJobs {
  meet(nodeId: string, jobs: AgentHello['jobs']): Promise<AgentHelloReply['jobs']>;
  /** The node takes jobs from now on. */
  arrived(nodeId: string): Promise<void>;
  started(nodeId: string, event: JobStarted): Promise<void>;
  output(nodeId: string, event: JobOutput): Promise<{ nextOffset: number }>;
  ended(nodeId: string, event: JobEnded): Promise<void>;
}

/** How long an agent may take to put its new secret away. */
const enrolAckMs = 10_000;

/** The agents' side of Socket.IO: lets them in, greets them, and hands their words to presence and jobs. */
@Injectable()
export class AgentGateway {
  private readonly logger = new Logger('AgentGateway');
  private jobs: AgentJobs | undefined;
  private readonly newSecrets = new Map<string, string>();

  constructor(
    private readonly realtime: Realtime,
    private readonly enrolment: EnrolmentService,
    private readonly presence: NodePresence,
    private readonly repository: NodeRepository,
  ) {}

  /** The jobs feature takes the job events. */
  handleJobs(jobs: AgentJobs): void {
    this.jobs = jobs;
  }

  /** Takes agents from now on. */
  start(): void {
    const { agents } = this.realtime;
    agents.use((socket, next) => {
      this.admit(socket.handshake.auth).then(
        (identity) => {
          socket.data = { nodeId: identity.nodeId, hostname: identity.name };
          if (identity.newSecret) {
            this.newSecrets.set(socket.id, identity.newSecret);
          }
          next();
        },
        (error: unknown) => next(error instanceof Error ? error : new Error('SERVER_FAULT')),
      );
    });
    agents.on('connection', (socket) => this.welcome(socket));
  }

  /** @throws Error whose message is the protocol's word for the refusal. */
  private async admit(auth: unknown): Promise<AgentIdentity> {
    const handshake = agentHandshakeSchema.safeParse(auth);
    if (!handshake.success || !isKnownProtocol(handshake.data.protocol)) {
      throw new Error('AGENT_PROTOCOL');
    }
    let identity: AgentIdentity | null;
    try {
      identity = await this.enrolment.identify(handshake.data);
    } catch (error) {
      this.logger.error({ err: error }, 'An agent could not be checked');
      throw new Error('SERVER_FAULT', { cause: error });
    }
    if (!identity) {
      throw new Error('AGENT_NOT_ENROLLED');
    }
    return identity;
  }

  private welcome(socket: AgentSocket): void {
    const { nodeId, hostname } = socket.data;
    this.logger.log({ nodeId, hostname }, 'Agent connected');
    this.sendNewSecret(socket);
    this.on(socket, 'node.hello', agentHelloSchema, async (hello) => {
      await this.repository.saveHello(nodeId, hello);
      const jobs = (await this.jobs?.meet(nodeId, hello.jobs)) ?? [];
      // An older socket of the same agent, cut but not yet noticed, must not answer in its place.
      this.realtime.agents.in(rooms.node(nodeId)).except(socket.id).disconnectSockets(true);
      await socket.join(rooms.node(nodeId));
      await this.presence.arrive(nodeId);
      await this.jobs?.arrived(nodeId);
      return { nodeId, reportMs: limits.agentReportMs, jobs };
    });
    this.on(socket, 'node.report-metrics', metricReportSchema, (report) =>
      this.presence.report(nodeId, hostname, report),
    );
    this.on(socket, 'jobs.started', jobStartedSchema, (event) =>
      this.takers().started(nodeId, event),
    );
    this.on(socket, 'jobs.output', jobOutputSchema, (event) => this.takers().output(nodeId, event));
    this.on(socket, 'jobs.ended', jobEndedSchema, (event) => this.takers().ended(nodeId, event));
  }

  private takers(): AgentJobs {
    if (!this.jobs) {
      throw new Error('No feature takes job events.');
    }
    return this.jobs;
  }

  private sendNewSecret(socket: AgentSocket): void {
    const secret = this.newSecrets.get(socket.id);
    this.newSecrets.delete(socket.id);
    if (!secret) {
      return;
    }
    const { nodeId } = socket.data;
    socket
      .timeout(enrolAckMs)
      .emitWithAck('node.enrolled', { nodeId, secret })
      .then(() => this.enrolment.finishEnrolment(nodeId))
      .catch((error: unknown) =>
        this.logger.warn({ err: error, nodeId }, 'An agent did not confirm its enrolment'),
      );
  }

  /** Checks an event and answers it. A wrong or failed one stays unanswered: the agent keeps it and says it again. */
  private on<Schema extends z.ZodType>(
    socket: AgentSocket,
    event: keyof AgentToServer,
    schema: Schema,
    handle: (payload: z.output<Schema>) => Promise<unknown>,
  ): void {
    const listener = (raw: unknown, answer: unknown): void => {
      const payload = schema.safeParse(raw);
      if (!payload.success || typeof answer !== 'function') {
        this.logger.warn(
          { nodeId: socket.data.nodeId, event },
          'An agent sent something unreadable',
        );
        return;
      }
      handle(payload.data).then(
        (reply) => void Reflect.apply(answer, undefined, reply === undefined ? [] : [reply]),
        (error: unknown) =>
          this.logger.error(
            { err: error, nodeId: socket.data.nodeId, event },
            'An event of an agent failed',
          ),
      );
    };
    // As an untyped socket: the schema checks what the event's own type promises.
    const untyped: Socket = socket;
    untyped.on(event, listener);
  }
}
