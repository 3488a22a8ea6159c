import {
  agentChallengeSchema,
  type AgentHandshake,
  type AgentProof,
  agentProtocol,
  signedAnswerSchema,
  type SignedAnswer,
  type SignedMessage,
  signedMessageSchema,
} from '@clusterdesk/contracts';
import {
  AgentHandshakeKeys,
  agentKeyId,
  agentKeyOf,
  AgentSigner,
  drawNonce,
  isSameMac,
  TakenNumbers,
} from '@clusterdesk/contracts/agent-proof';

/** The agent's part of the proof, for one connection (docs/decisions/agent-proof.md). */
export class Handshake {
  /** What the agent shows; nothing of it is secret. */
  readonly words: AgentHandshake;
  private readonly key: Buffer;

  /** @param secret the node's own, or its enrolment token */
  constructor(secret: string) {
    this.key = agentKeyOf(secret);
    this.words = { protocol: agentProtocol, keyId: agentKeyId(this.key), nonce: drawNonce() };
  }

  /** @param raw what came as the server's challenge; @returns null when the sender does not have the key. */
  check(raw: unknown): ProvedServer | null {
    const challenge = agentChallengeSchema.safeParse(raw);
    if (!challenge.success) {
      return null;
    }
    const { nonce, proof } = challenge.data;
    const keys = new AgentHandshakeKeys(this.key, this.words, nonce);
    return isSameMac(proof, keys.proofOf('server')) ? new ProvedServer(keys) : null;
  }
}

/** The server at the other end of one connection, which has proved that it has our key. All messages are signed. */
export class ProvedServer {
  private readonly signer: AgentSigner;
  private readonly taken = new TakenNumbers();
  private said = 0;

  constructor(private readonly keys: AgentHandshakeKeys) {
    this.signer = new AgentSigner('agent', keys.sessionKey());
  }

  /** Our own proof, for this server alone. */
  get proof(): AgentProof {
    return { proof: this.keys.proofOf('agent') };
  }

  /** The secret of the node that is being enrolled in this connection. */
  nodeSecret(nodeId: string): string {
    return this.keys.nodeSecret(nodeId);
  }

  sign(event: string, payload: object): SignedMessage {
    this.said += 1;
    return this.signer.sign(event, this.said, payload);
  }

  /** What the server answers to one of our messages, unchecked; undefined when it is not the server's answer. */
  readAnswer(event: string, { number }: SignedMessage, raw: unknown): unknown {
    const answer = signedAnswerSchema.safeParse(raw);
    return answer.success ? this.signer.openAnswer(event, number, answer.data) : undefined;
  }

  /** What the server says, unchecked; null when it is not the server's word, or was said before. */
  open(event: string, raw: unknown): { number: number; payload: unknown } | null {
    const message = signedMessageSchema.safeParse(raw);
    const payload = message.success ? this.signer.open(event, message.data) : undefined;
    return message.success && payload !== undefined && this.taken.take(message.data.number)
      ? { number: message.data.number, payload }
      : null;
  }

  signAnswer(event: string, number: number, reply: unknown): SignedAnswer {
    return this.signer.signAnswer(event, number, reply);
  }
}
