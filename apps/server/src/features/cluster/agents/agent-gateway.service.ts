import { Injectable, Logger } from '@nestjs/common';
import {
  agentHandshakeSchema,
  rooms,
  type AgentToServer,
  type ServerToAgent,
} from '@clusterdesk/contracts';
import type { DefaultEventsMap, Socket } from 'socket.io';
import { Realtime, type AgentSocketData } from '../../../platform/realtime/realtime.service.js';
import { EnrolmentService, isKnownProtocol, type AgentIdentity } from '../enrolment.service.js';
import { NodePresence } from '../node-presence.service.js';
import {
  agentEventSchemas,
  type AgentEvent,
  type AgentEventHandlers,
  type ConnectedAgent,
} from './agent-events.js';

type AgentSocket = Socket<AgentToServer, ServerToAgent, DefaultEventsMap, AgentSocketData>;

/** How long an agent may take to put its new secret away. */
const enrolAckMs = 10_000;

/** The agents' side of Socket.IO: authenticates them, and hands their checked events to the handlers. */
@Injectable()
export class AgentGateway {
  private readonly logger = new Logger('AgentGateway');
  private readonly newSecrets = new Map<string, string>();

  constructor(
    private readonly realtime: Realtime,
    private readonly enrolment: EnrolmentService,
    private readonly presence: NodePresence,
  ) {}

  /** Takes agents from now on. */
  start(handlers: AgentEventHandlers): void {
    const { agents } = this.realtime;
    agents.use((socket, next) => {
      this.authenticate(socket.handshake.auth).then(
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
    agents.on('connection', (socket) => this.onConnection(socket, handlers));
  }

  /** @throws Error whose message is the protocol's word for the refusal. */
  private async authenticate(auth: unknown): Promise<AgentIdentity> {
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

  private onConnection(socket: AgentSocket, handlers: AgentEventHandlers): void {
    const { nodeId, hostname } = socket.data;
    this.logger.log({ nodeId, hostname }, 'Agent connected');
    this.sendNewSecret(socket);
    socket.on('disconnect', () => this.presence.leave(nodeId, socket.id));
    const agent: ConnectedAgent = {
      nodeId,
      hostname,
      connectionId: socket.id,
      isConnected: () => socket.connected,
      becomeCurrent: async () => {
        // An older socket of the same agent, cut but not yet noticed, must not answer in its place.
        this.realtime.agents.in(rooms.node(nodeId)).except(socket.id).disconnectSockets(true);
        await socket.join(rooms.node(nodeId));
      },
    };
    for (const event of Object.keys(agentEventSchemas)) {
      this.listen(socket, agent, event as AgentEvent, handlers);
    }
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
  private listen<Event extends AgentEvent>(
    socket: AgentSocket,
    agent: ConnectedAgent,
    event: Event,
    handlers: AgentEventHandlers,
  ): void {
    const listener = (raw: unknown, answer: unknown): void => {
      const payload = agentEventSchemas[event].safeParse(raw);
      if (!payload.success || typeof answer !== 'function') {
        this.logger.warn({ nodeId: agent.nodeId, event }, 'An agent sent something unreadable');
        return;
      }
      handlers[event](agent, payload.data).then(
        (reply) => void Reflect.apply(answer, undefined, reply === undefined ? [] : [reply]),
        (error: unknown) =>
          this.logger.error(
            { err: error, nodeId: agent.nodeId, event },
            'An event of an agent failed',
          ),
      );
    };
    // As an untyped socket: the schema checks what the event's own type promises.
    const untyped: Socket = socket;
    const name: string = event;
    untyped.on(name, listener);
  }
}
