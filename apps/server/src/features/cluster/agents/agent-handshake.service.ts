import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { agentHandshakeSchema, agentProofSchema, agentProtocol } from '@clusterdesk/contracts';
import { AgentHandshakeKeys, drawNonce, isSameMac } from '@clusterdesk/contracts/agent-proof';
import type { AgentSocket } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';
import { type AgentKey, EnrolmentService } from './enrolment.service.js';

/** At most this many unproved connections per server; one more closes the oldest, because an honest agent proves itself quickly. */
const unprovedMax = 500;

/** A client that claims to be an agent. */
interface Newcomer {
  /** Null: no such key. The client is challenged all the same, so that it cannot tell. */
  agentKey: AgentKey | null;
  nonce: string;
  keys: AgentHandshakeKeys;
}

/** A connection that has not proved itself yet. */
interface Waiting {
  /** Null while its key is being looked up. */
  newcomer: Newcomer | null;
  /** It has proved itself, or is gone. */
  end: () => void;
}

/** An agent after the handshake: both sides have proved themselves. */
export interface ProvedAgent {
  agentKey: AgentKey;
  keys: AgentHandshakeKeys;
}

/**
 * Lets agents prove themselves. Until then a socket is in no room, may send nothing but its proof, and receives
 * nothing but the server's own (docs/decisions/agent-proof.md).
 */
@Injectable()
export class AgentHandshakeService {
  private readonly logger = new Logger('AgentHandshakeService');
  private readonly unproved = new Map<AgentSocket['conn'], Waiting>();

  constructor(
    private readonly enrolment: EnrolmentService,
    private readonly timings: Timings,
  ) {}

  /** How many connections have not proved themselves yet. */
  get unprovedCount(): number {
    return this.unproved.size;
  }

  /** Lets a socket in to prove itself. @throws Error whose message is the protocol's code for the refusal. */
  async admit(socket: AgentSocket): Promise<void> {
    const handshake = agentHandshakeSchema.safeParse(socket.handshake.auth);
    if (!handshake.success || handshake.data.protocol !== agentProtocol) {
      throw new Error('AGENT_PROTOCOL');
    }
    const waiting = this.wait(socket.conn);
    const agentKey = await this.findKey(handshake.data.keyId).catch((error: unknown) => {
      waiting.end();
      throw error;
    });
    const nonce = drawNonce();
    const key = agentKey?.key ?? randomBytes(32);
    waiting.newcomer = {
      agentKey,
      nonce,
      keys: new AgentHandshakeKeys(key, handshake.data, nonce),
    };
  }

  /** Proves the server to a socket that was let in, and asks for its own proof. `onProved` is called before its next message is read. */
  challenge(socket: AgentSocket, onProved: (agent: ProvedAgent) => void): void {
    const waiting = this.unproved.get(socket.conn);
    if (!waiting?.newcomer) {
      socket.disconnect(true);
      return;
    }
    const { nonce, keys, agentKey } = waiting.newcomer;
    const rejectUnproved = (): void => void socket.disconnect(true);
    socket.onAny(rejectUnproved);
    const challenge = { nonce, proof: keys.proofOf('server') };
    // The deadline is that of the waiting connection.
    socket.emit('node.challenge', challenge, (reply) => {
      const isInTime = this.unproved.get(socket.conn) === waiting;
      const answer = agentProofSchema.safeParse(reply);
      const isRight = answer.success && isSameMac(answer.data.proof, keys.proofOf('agent'));
      waiting.end();
      socket.offAny(rejectUnproved);
      if (isInTime && isRight && agentKey) {
        onProved({ agentKey, keys });
      } else {
        socket.disconnect(true);
      }
    });
  }

  /** Reserves a place for a connection, for a limited time. @throws Error when the connection has one already */
  private wait(connection: AgentSocket['conn']): Waiting {
    if (this.unproved.has(connection)) {
      throw new Error('SERVER_BUSY');
    }
    const [longest] = this.unproved;
    if (longest && this.unproved.size >= unprovedMax) {
      longest[1].end();
      longest[0].close(true);
    }
    const end = (): void => {
      clearTimeout(timer);
      connection.off('close', end);
      this.unproved.delete(connection);
    };
    const timer = setTimeout(() => {
      end();
      connection.close(true);
    }, this.timings.nodes.proveMs);
    connection.once('close', end);
    const waiting: Waiting = { newcomer: null, end };
    this.unproved.set(connection, waiting);
    return waiting;
  }

  private async findKey(keyId: string): Promise<AgentKey | null> {
    try {
      return await this.enrolment.findKey(keyId);
    } catch (error) {
      this.logger.error({ err: error }, 'The key of an agent could not be looked up');
      throw new Error('SERVER_FAULT', { cause: error });
    }
  }
}
