import {
  type AgentAnswer,
  agentAnswerSchemas,
  type AgentChallenges,
  type AgentHandshake,
  type AgentHello,
  type AgentHelloReply,
  agentNamespace,
  type AgentToServer,
  type CloseSessions,
  type CloseSessionsReply,
  closeSessionsSchema,
  nodeEnrolledSchema,
  type RunApplication,
  runApplicationSchema,
  type RunReply,
  type RunScript,
  runScriptSchema,
  type ServerToAgent,
  type Signed,
  type SignedMessage,
  type StopScript,
  stopScriptSchema,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import type { z } from 'zod';
import { Handshake, type ProvedServer } from '../../../agent/src/handshake.js';

/** A node and its secret. */
export interface FakeCredentials {
  nodeId: string;
  secret: string;
}

export type AgentSocket = Socket<Signed<ServerToAgent> & AgentChallenges, Signed<AgentToServer>>;

/** What a host says of itself. */
export const fakeHello: AgentHello = {
  hostname: 'host-1',
  agentVersion: '0.0.0',
  platform: 'linux',
  cpus: 4,
  memoryBytes: 8_000_000_000,
  allow: ['metrics', 'jobs'],
  confinement: 'namespaces',
  acceptsJobs: true,
  jobs: [],
};

/** Opens a socket as an agent does, and proves nothing. */
export function openAgentSocket(baseUrl: string, auth: object): AgentSocket {
  return io(`${baseUrl}${agentNamespace}`, {
    auth,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
}

/** An agent that only speaks the protocol: what it runs is what the test says. */
export class FakeAgent {
  readonly commands: RunScript[] = [];
  readonly stops: StopScript[] = [];
  /** What it answers to `jobs.run-script`; `silent`: nothing; `cut`: it takes the job, and its connection breaks before the answer. */
  runReply: RunReply | 'silent' | 'cut' = { isAccepted: true };

  /** What it answers to `jobs.stop-script`; undefined: nothing. */
  stopReply: { isKnown: boolean } | undefined = { isKnown: true };

  readonly closings: CloseSessions[] = [];
  /** What it answers to `sessions.close`; undefined: nothing. */
  closeReply: (command: CloseSessions) => CloseSessionsReply | undefined = ({ keys }) => ({
    closed: keys,
    left: [],
  });

  readonly runs: RunApplication[] = [];
  /** What it answers to `applications.run`; undefined: nothing. */
  applicationReply: (command: RunApplication) => RunReply | undefined = () => ({
    isAccepted: true,
  });

  private reporting: NodeJS.Timeout | undefined;
  private report: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly socket: AgentSocket,
    private readonly server: ProvedServer,
  ) {
    this.onOrder('jobs.run-script', (order) => {
      this.commands.push(runScriptSchema.parse(order));
      if (this.runReply === 'cut') {
        socket.io.engine.close();
      }
      return this.runReply === 'cut' || this.runReply === 'silent' ? undefined : this.runReply;
    });
    this.onOrder('sessions.close', (order) => {
      const command = closeSessionsSchema.parse(order);
      this.closings.push(command);
      return this.closeReply(command);
    });
    this.onOrder('applications.run', (order) => {
      const command = runApplicationSchema.parse(order);
      this.runs.push(command);
      return this.applicationReply(command);
    });
    this.onOrder('jobs.stop-script', (order) => {
      this.stops.push(stopScriptSchema.parse(order));
      return this.stopReply;
    });
  }

  /** Connects with a node's own secret; rejects with the server's word when it is refused, and when the server has no such key. */
  static async connect(
    baseUrl: string,
    { secret }: FakeCredentials,
    more: Partial<AgentHandshake> = {},
  ): Promise<FakeAgent> {
    const { socket, server } = await prove(baseUrl, secret, more);
    return new FakeAgent(socket, server);
  }

  /** Trades an enrolment token for a node's own secret. It counts from the first connection with it. */
  static async enrol(baseUrl: string, token: string): Promise<FakeCredentials> {
    const { socket, server } = await prove(baseUrl, token);
    return new Promise((resolve, reject) => {
      socket.once('disconnect', () => reject(new Error('The token is spent.')));
      socket.once('node.enrolled', (message, answer) => {
        const order = server.open('node.enrolled', message);
        const { nodeId } = nodeEnrolledSchema.parse(order?.payload);
        answer(server.signAnswer('node.enrolled', message.number, undefined));
        resolve({ nodeId, secret: server.nodeSecret(nodeId) });
      });
    });
  }

  /** Says something and waits for the server's answer. */
  async say<Event extends keyof AgentToServer>(
    event: Event,
    payload: Parameters<AgentToServer[Event]>[0],
    withinMs = 5_000,
  ): Promise<AgentAnswer<Event>> {
    const message = this.server.sign(event, payload);
    const raw = await this.sendRaw(event, message, withinMs);
    const schema: z.ZodType<AgentAnswer<Event>> = agentAnswerSchemas[event];
    return schema.parse(this.server.readAnswer(event, message, raw));
  }

  /** A signed word, for who sends it in a way of his own. */
  sign(event: keyof AgentToServer, payload: object): SignedMessage {
    return this.server.sign(event, payload);
  }

  /** Sends what may not be signed at all; the answer as it comes. */
  sendRaw(event: keyof AgentToServer, message: SignedMessage, withinMs = 5_000): Promise<unknown> {
    const untyped: Socket = this.socket;
    return untyped.timeout(withinMs).emitWithAck(event, message);
  }

  private onOrder(
    event: Exclude<keyof ServerToAgent, 'node.enrolled'>,
    take: (order: unknown) => object | undefined,
  ): void {
    const untyped: Socket = this.socket;
    untyped.on(event, (message: SignedMessage, answer: (reply: unknown) => void) => {
      const order = this.server.open(event, message);
      const reply = order === null ? undefined : take(order.payload);
      if (reply !== undefined) {
        answer(this.server.signAnswer(event, message.number, reply));
      }
    });
  }

  hello(more: Partial<AgentHello> = {}, withinMs = 5_000): Promise<AgentHelloReply> {
    return this.say('node.hello', { ...fakeHello, ...more }, withinMs);
  }

  /** Says every second that it is there, as a real agent does; however busy the machine, it is not taken for silent. */
  keepReporting(): void {
    this.reporting = setInterval(() => {
      this.report = this.say('node.report-metrics', { samples: [] }, 2_000).catch(() => undefined);
    }, 1_000);
    this.socket.once('disconnect', () => clearInterval(this.reporting));
  }

  /** Resolves when no report is under way any more: the server stores them a little later, and its node is online then. */
  async stopReporting(): Promise<void> {
    clearInterval(this.reporting);
    await this.report;
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** Connects and lets both sides prove themselves. */
async function prove(
  baseUrl: string,
  secret: string,
  more: Partial<AgentHandshake> = {},
): Promise<{ socket: AgentSocket; server: ProvedServer }> {
  const handshake = new Handshake(secret);
  const socket = openAgentSocket(baseUrl, { ...handshake.words, ...more });
  try {
    const server = await new Promise<ProvedServer>((resolve, reject) => {
      socket.once('connect_error', reject);
      socket.once('disconnect', (reason) => reject(new Error(reason)));
      socket.once('node.challenge', (challenge, answer) => {
        const proved = handshake.check(challenge);
        if (proved === null) {
          reject(new Error('The server does not know this key.'));
        } else {
          answer(proved.proof);
          resolve(proved);
        }
      });
    });
    return { socket, server };
  } catch (error) {
    socket.disconnect();
    throw error;
  }
}
