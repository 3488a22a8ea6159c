import { Injectable, Logger } from '@nestjs/common';
import { rooms, type SignedAnswer, signedMessageSchema } from '@clusterdesk/contracts';
import { AgentSigner, TakenNumbers } from '@clusterdesk/contracts/agent-proof';
import type { Socket } from 'socket.io';
import { type AgentSocket, Realtime } from '../../../platform/realtime/realtime.service.js';
import { type AgentKey, EnrolmentService } from './enrolment.service.js';
import { NodePresence } from '../presence/node-presence.service.js';
import { AgentHandshakeService, type ProvedAgent } from './agent-handshake.service.js';
import {
  agentEventSchemas,
  type AgentEvent,
  type AgentEventHandlers,
  type ConnectedAgent,
  LeftUnansweredError,
} from './agent-events.js';
import { AgentRateLimiter } from './agent-rate-limiter.js';

/** How long an agent may take to store its new secret. */
const enrolAckMs = 10_000;

/** An agent has one connection, and briefly its previous one. Beyond that the oldest is closed. */
const connectionsMax = 3;

/** What one server holds for one node; kept until the limiter is at rest, so that reconnecting brings no new credit. */
interface HeldNode {
  limiter: AgentRateLimiter;
  /** With the key that each has proved. */
  sockets: Map<AgentSocket, AgentKey['key']>;
}

/** A connection of this server, and by what it was proved. */
export interface HeldConnection extends Pick<AgentKey, 'nodeId' | 'key'> {
  socket: AgentSocket;
}

/** Messages of one connection are signed with its key. */
interface SignedConnection {
  socket: AgentSocket;
  agent: ConnectedAgent;
  /** Messages are handled only once this is true. */
  admitted: Promise<boolean>;
  signer: AgentSigner;
  taken: TakenNumbers;
  limiter: AgentRateLimiter;
  /** Events with an invalid payload: each is logged once. */
  unreadable: Set<string>;
}

/** A valid event, and how to answer it. */
interface Said<Event extends AgentEvent> {
  number: number;
  payload: Parameters<AgentEventHandlers[Event]>[1];
  answer: (reply: SignedAnswer) => void;
}

/** The agents' side of Socket.IO: runs the handshake, checks events and passes them to the handlers. */
@Injectable()
export class AgentGateway {
  private readonly logger = new Logger('AgentGateway');
  private readonly nodes = new Map<string, HeldNode>();

  constructor(
    private readonly realtime: Realtime,
    private readonly handshakes: AgentHandshakeService,
    private readonly enrolment: EnrolmentService,
    private readonly presence: NodePresence,
  ) {}

  /** How many nodes this server holds something for. */
  get heldCount(): number {
    return this.nodes.size;
  }

  /** The connections of this server that were proved by secrets. */
  listHeld(): HeldConnection[] {
    return [...this.nodes].flatMap(([nodeId, { sockets }]) =>
      [...sockets].map(([socket, key]) => ({ nodeId, key, socket })),
    );
  }

  /** Accepts agents from now on. */
  start(handlers: AgentEventHandlers): void {
    const { agents } = this.realtime;
    agents.use((socket, next) => {
      this.handshakes.admit(socket).then(
        () => next(),
        (error: unknown) => next(error instanceof Error ? error : new Error('SERVER_FAULT')),
      );
    });
    agents.on('connection', (socket) =>
      this.handshakes.challenge(socket, (proved) => this.onProved(socket, proved, handlers)),
    );
  }

  private onProved(socket: AgentSocket, proved: ProvedAgent, handlers: AgentEventHandlers): void {
    const { agentKey } = proved;
    this.realtime.admitAgent(socket);
    if (agentKey.kind === 'token') {
      this.enrol(socket, proved)
        .catch((error: unknown) =>
          this.logger.warn({ err: error, nodeId: agentKey.nodeId }, 'An agent could not enrol'),
        )
        .finally(() => socket.disconnect(true));
      return;
    }
    this.listenTo(socket, proved, handlers, this.admit(socket, proved));
  }

  /**
   * Checks the key once more: it may have been revoked since the connection began, by a call that found no connection to end.
   * From now on a revocation ends this connection too. @returns whether it is admitted; otherwise it has been closed
   */
  private async admit(socket: AgentSocket, proved: ProvedAgent): Promise<boolean> {
    const { agentKey } = proved;
    try {
      await socket.join(rooms.provedAgents(agentKey.nodeId));
      const isGood =
        agentKey.kind === 'new-secret'
          ? await this.finishEnrolment(socket, proved)
          : await this.enrolment.isGood(agentKey);
      if (isGood) {
        return true;
      }
    } catch (error) {
      this.logger.error({ err: error, nodeId: agentKey.nodeId }, 'An agent could not be admitted');
    }
    socket.disconnect(true);
    return false;
  }

  /** Both sides derive a secret from the token. The agent reconnects with it, which spends the token. */
  private async enrol(socket: AgentSocket, { agentKey, keys }: ProvedAgent): Promise<void> {
    const { nodeId } = agentKey;
    if (!(await this.enrolment.begin(agentKey, keys.nodeSecret(nodeId)))) {
      return;
    }
    const signer = new AgentSigner('server', keys.sessionKey());
    const message = signer.sign('node.enrolled', 1, { nodeId });
    await socket.timeout(enrolAckMs).emitWithAck('node.enrolled', message);
    this.logger.log({ nodeId, hostname: agentKey.name }, 'Agent enrolled');
  }

  /** Closes the connections proved by the previous secret, silent ones too: others may know that secret. */
  private async finishEnrolment(socket: AgentSocket, { agentKey }: ProvedAgent): Promise<boolean> {
    const state = await this.enrolment.finish(agentKey);
    if (state === 'enrolled') {
      this.realtime.agents
        .in(rooms.provedAgents(agentKey.nodeId))
        .except(socket.id)
        .disconnectSockets(true);
    }
    return state !== 'superseded';
  }

  private listenTo(
    socket: AgentSocket,
    proved: ProvedAgent,
    handlers: AgentEventHandlers,
    admitted: Promise<boolean>,
  ): void {
    const { nodeId, nodeKind, name } = proved.agentKey;
    const sessionKey = proved.keys.sessionKey();
    socket.data = { nodeId, hostname: name };
    this.logger.log({ nodeId, hostname: name }, 'Agent connected');
    const { limiter, sockets } = this.hold(proved.agentKey, socket);
    socket.on('disconnect', () => {
      sockets.delete(socket);
      this.presence.leave(nodeId, socket.id);
    });
    const agent: ConnectedAgent = {
      nodeId,
      nodeKind,
      hostname: name,
      connectionId: socket.id,
      sessionKey,
      isConnected: () => socket.connected,
      becomeCurrent: async () => {
        // An older socket of the same agent whose loss has gone unnoticed must not answer in its place.
        this.realtime.agents.in(rooms.node(nodeId)).except(socket.id).disconnectSockets(true);
        await socket.join(rooms.node(nodeId));
      },
    };
    const signer = new AgentSigner('server', sessionKey);
    const taken = new TakenNumbers();
    const connection = {
      socket,
      agent,
      admitted,
      signer,
      taken,
      limiter,
      unreadable: new Set<string>(),
    };
    for (const event of Object.keys(agentEventSchemas)) {
      this.listen(connection, event as AgentEvent, handlers);
    }
  }

  private hold({ nodeId, key }: AgentKey, socket: AgentSocket): HeldNode {
    for (const [id, { limiter, sockets }] of this.nodes) {
      if (sockets.size === 0 && limiter.isAtRest) {
        this.nodes.delete(id);
      }
    }
    const held = this.nodes.get(nodeId) ?? { limiter: new AgentRateLimiter(), sockets: new Map() };
    held.sockets.set(socket, key);
    this.nodes.set(nodeId, held);
    const [oldest] = held.sockets.keys();
    if (held.sockets.size > connectionsMax) {
      oldest?.disconnect(true);
    }
    return held;
  }

  /** Checks an event and answers it. Invalid and failed events are not acknowledged: the agent keeps and resends them. */
  private listen<Event extends AgentEvent>(
    connection: SignedConnection,
    event: Event,
    handlers: AgentEventHandlers,
  ): void {
    const { socket, limiter, unreadable } = connection;
    const { nodeId } = connection.agent;
    const listener = (raw: unknown, answer: unknown): void => {
      if (limiter.isFull(event)) {
        // Before parsing: in a flood, parsing each event would be too costly.
        this.skip(connection, event);
        return;
      }
      const said = this.open(connection, event, raw);
      if (!said || typeof answer !== 'function') {
        // Agents sign every message, so this may be a man in the middle. The agent reconnects.
        this.logger.warn({ nodeId, event }, 'Rejected an unsigned message from an agent');
        socket.disconnect(true);
        return;
      }
      const payload = agentEventSchemas[event].safeParse(said.payload);
      if (!payload.success) {
        if (!unreadable.has(event)) {
          unreadable.add(event);
          this.logger.warn({ nodeId, event }, 'Rejected an invalid message from an agent');
        }
        this.skip(connection, event);
        return;
      }
      const checked: Said<Event> = {
        number: said.number,
        payload: payload.data,
        answer: (reply) => void Reflect.apply(answer, undefined, [reply]),
      };
      const take = (): Promise<void> => this.answer(connection, event, handlers[event], checked);
      limiter.add(event, take);
    };
    // As an untyped socket: the schema checks what the event's own type promises.
    const untyped: Socket = socket;
    const name: string = event;
    untyped.on(name, listener);
  }

  private skip({ socket, agent, limiter }: SignedConnection, event: AgentEvent): void {
    if (limiter.passOver() === 'flood') {
      this.logger.warn({ nodeId: agent.nodeId, event }, 'An agent floods the server');
      socket.disconnect(true);
    }
  }

  private async answer<Event extends AgentEvent>(
    { agent, admitted, signer, socket }: SignedConnection,
    event: Event,
    handle: AgentEventHandlers[Event],
    said: Said<Event>,
  ): Promise<void> {
    if (!(await admitted) || !socket.connected) {
      return;
    }
    try {
      const reply = await handle(agent, said.payload);
      said.answer(signer.signAnswer(event, said.number, reply));
    } catch (error) {
      if (!(error instanceof LeftUnansweredError)) {
        this.logger.error(
          { err: error, nodeId: agent.nodeId, event },
          'Failed to handle an event from an agent',
        );
      }
    }
  }

  /** A signed message that was not received before; null otherwise. */
  private open(
    { signer, taken }: SignedConnection,
    event: string,
    raw: unknown,
  ): { number: number; payload: unknown } | null {
    const message = signedMessageSchema.safeParse(raw);
    const payload = message.success ? signer.open(event, message.data) : undefined;
    return message.success && payload !== undefined && taken.take(message.data.number)
      ? { number: message.data.number, payload }
      : null;
  }
}
