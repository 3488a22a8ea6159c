import { z } from 'zod';

/** The namespace of agents. */
export const agentNamespace = '/agent';

/**
 * Both sides prove themselves before either says anything else, and sign every message after (docs/decisions/agent-proof.md).
 * Changes within a number only add fields. Protocol 1 is refused: its agents show their secret to whoever listens.
 */
export const agentProtocol = 2;

/** 32 bytes, base64url without padding. */
const bytes32 = z.string().regex(/^[\w-]{43}$/);

/** What an agent shows when it connects; nothing of it is secret. */
export const agentHandshakeSchema = z.object({
  protocol: z.number().int(),
  /** The public id of the key that it proves itself by: its node's own, or that of its enrolment token. */
  keyId: bytes32,
  /** Drawn for this connection. */
  nonce: bytes32,
});
export type AgentHandshake = z.infer<typeof agentHandshakeSchema>;

/** The server's part of the proof. An agent whose key is not known gets one that is wrong, so that asking tells nothing. */
export const agentChallengeSchema = z.object({ nonce: bytes32, proof: bytes32 });
export type AgentChallenge = z.infer<typeof agentChallengeSchema>;

/** The agent's part, in answer to a challenge whose proof is right. */
export const agentProofSchema = z.object({ proof: bytes32 });
export type AgentProof = z.infer<typeof agentProofSchema>;

/**
 * Anything said after the proof. `body` is the payload as JSON, but for its field `data` of bytes, which travels beside it.
 * `number` counts the messages of one side of one connection from 1; none is taken twice.
 */
export const signedMessageSchema = z.object({
  number: z.number().int().min(1),
  body: z.string(),
  data: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
  mac: bytes32,
});
export type SignedMessage = z.infer<typeof signedMessageSchema>;

/** The answer to a signed message; bound to its number. `body` is `null` where nothing is to be said. */
export const signedAnswerSchema = z.object({ body: z.string(), mac: bytes32 });
export type SignedAnswer = z.infer<typeof signedAnswerSchema>;

/** A map of events as it travels: each message and each answer signed. */
export type Signed<Events> = {
  [Event in keyof Events]: (message: SignedMessage, answer: (reply: SignedAnswer) => void) => void;
};

/** The first and only thing that is said unsigned, by the server to a socket that it has let in. */
export interface AgentChallenges {
  'node.challenge': (challenge: AgentChallenge, answer: (reply: AgentProof) => void) => void;
}
