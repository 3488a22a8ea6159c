import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  agentProtocol,
  type AgentHandshake,
  type SignedAnswer,
  type SignedMessage,
} from './agent-handshake.js';

/** Who says something: what one side signs is never taken for the other's. */
export type AgentSide = 'agent' | 'server';

/**
 * The key of a secret or an enrolment token, 32 bytes: its SHA-256, which is what the server keeps. Whoever has it can prove
 * itself as either side.
 */
export function agentKeyOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** By which the server finds a key, base64url: the key's own SHA-256. Public. */
export function agentKeyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** 32 random bytes, base64url. */
export function drawNonce(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether two MACs or proofs are the same, in the same time whatever they are. */
export function isSameMac(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given, 'base64url'), Buffer.from(wanted, 'base64url')];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** One connection of one agent, once both have drawn their nonces: all that is made of the key for it. */
export class AgentHandshakeKeys {
  constructor(
    private readonly key: Buffer,
    private readonly handshake: Pick<AgentHandshake, 'keyId' | 'nonce'>,
    private readonly serverNonce: string,
  ) {}

  /** What only somebody with the key can say in this connection, base64url. */
  proofOf(side: AgentSide): string {
    return createHmac('sha256', this.key).update(this.words(side)).digest('base64url');
  }

  /** Signs what follows, 32 bytes. */
  sessionKey(): Buffer {
    return this.derive('session');
  }

  /** The own secret of a node that enrols in this connection, base64url: made on both sides, so it never travels. */
  nodeSecret(nodeId: string): string {
    return this.derive(`node ${nodeId}`).toString('base64url');
  }

  private derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, '', this.words(purpose), 32));
  }

  private words(purpose: string): string {
    const { keyId, nonce } = this.handshake;
    return JSON.stringify(['clusterdesk', agentProtocol, purpose, keyId, nonce, this.serverNonce]);
  }
}

/** Signs and checks what is said in one connection after the proof. It keeps no state: several processes may speak for one side. */
export class AgentSigner {
  constructor(
    /** Who speaks here; what is checked is the other's. */
    private readonly side: AgentSide,
    private readonly sessionKey: Buffer,
  ) {}

  /** @param payload an object that JSON can say; its field `data` may hold bytes */
  sign(event: string, number: number, payload: object): SignedMessage {
    const data = 'data' in payload && payload.data instanceof Uint8Array ? payload.data : undefined;
    const body = JSON.stringify(data ? { ...payload, data: undefined } : payload);
    const mac = this.mac(this.side, 'message', event, number, body, data);
    return { number, body, mac, ...(data && { data }) };
  }

  /** What the other side says, to be checked by its schema; undefined when it is not the other side's. */
  open(event: string, { number, body, data, mac }: SignedMessage): unknown {
    if (!isSameMac(mac, this.mac(this.other, 'message', event, number, body, data))) {
      return undefined;
    }
    const payload = readJson(body);
    return data && typeof payload === 'object' && payload !== null ? { ...payload, data } : payload;
  }

  /** Signs the answer to the other side's message of this number. */
  signAnswer(event: string, number: number, reply: unknown): SignedAnswer {
    const body = JSON.stringify(reply ?? null);
    return { body, mac: this.mac(this.side, 'answer', event, number, body) };
  }

  /** What the other side answers to our message of this number, to be checked; undefined when it is not the other side's. */
  openAnswer(event: string, number: number, { body, mac }: SignedAnswer): unknown {
    const isTheirs = isSameMac(mac, this.mac(this.other, 'answer', event, number, body));
    return isTheirs ? readJson(body) : undefined;
  }

  private get other(): AgentSide {
    return this.side === 'agent' ? 'server' : 'agent';
  }

  private mac(
    from: AgentSide,
    kind: 'message' | 'answer',
    event: string,
    number: number,
    body: string,
    data?: Uint8Array,
  ): string {
    const text = Buffer.from(body);
    // The lengths stand first, so that nothing can move from one part into the next.
    const head = JSON.stringify([from, kind, event, number, text.length, data?.length ?? null]);
    const hmac = createHmac('sha256', this.sessionKey).update(`${head}\n`).update(text);
    return (data ? hmac.update(data) : hmac).digest('base64url');
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Messages may overtake each other by this many: several processes number them one after the other and send them at once. */
const windowSize = 1_024;

/** The numbers of the messages that one side has taken in one connection. Bounded: one far behind the newest counts as taken. */
export class TakenNumbers {
  private readonly taken = new Set<number>();
  private highest = 0;

  /** @returns false when a message of this number was taken before, or may have been. */
  take(number: number): boolean {
    if (number <= this.highest - windowSize || this.taken.has(number)) {
      return false;
    }
    this.taken.add(number);
    this.highest = Math.max(this.highest, number);
    if (this.taken.size > 2 * windowSize) {
      [...this.taken]
        .filter((known) => known <= this.highest - windowSize)
        .forEach((known) => this.taken.delete(known));
    }
    return true;
  }
}
