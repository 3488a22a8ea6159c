import {
  agentNamespace,
  agentProtocol,
  type AgentHandshake,
  type AgentHello,
  type AgentHelloReply,
  type AgentToServer,
  type RunScript,
  type RunScriptReply,
  type ServerToAgent,
  type StopScript,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';

/** An agent that only speaks the protocol: what it runs is what the test says. */
export class FakeAgent {
  readonly commands: RunScript[] = [];
  readonly stops: StopScript[] = [];
  credentials: { nodeId: string; secret: string } | undefined;
  /** What it answers to `jobs.run-script`; `silent`: nothing; `cut`: it takes the job, and its connection breaks before the answer. */
  runReply: RunScriptReply | 'silent' | 'cut' = { isAccepted: true };

  private reporting: NodeJS.Timeout | undefined;
  private report: Promise<unknown> = Promise.resolve();

  private constructor(readonly socket: Socket<ServerToAgent, AgentToServer>) {
    socket.on('node.enrolled', (credentials, answer) => {
      this.credentials = credentials;
      answer();
    });
    socket.on('jobs.run-script', (command, answer) => {
      this.commands.push(command);
      if (this.runReply === 'cut') {
        socket.io.engine.close();
      } else if (this.runReply !== 'silent') {
        answer(this.runReply);
      }
    });
    socket.on('jobs.stop-script', (command, answer) => {
      this.stops.push(command);
      answer({ isKnown: true });
    });
  }

  /** Connects; rejects with the server's word when it is refused. */
  static connect(baseUrl: string, auth: Partial<AgentHandshake>): Promise<FakeAgent> {
    const socket: Socket<ServerToAgent, AgentToServer> = io(`${baseUrl}${agentNamespace}`, {
      auth: { protocol: agentProtocol, ...auth },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    const agent = new FakeAgent(socket);
    return new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(agent));
      socket.once('connect_error', reject);
    });
  }

  hello(more: Partial<AgentHello> = {}): Promise<AgentHelloReply> {
    return this.socket.timeout(5_000).emitWithAck('node.hello', {
      hostname: 'host-1',
      agentVersion: '0.0.0',
      platform: 'linux',
      cpus: 4,
      memoryBytes: 8_000_000_000,
      allow: ['metrics', 'jobs'],
      confinement: 'namespaces',
      acceptsJobs: true,
      jobs: [],
      ...more,
    });
  }

  /** Says every second that it is there, as a real agent does; however busy the machine, it is not taken for silent. */
  keepReporting(): void {
    this.reporting = setInterval(() => {
      this.report = this.socket
        .timeout(2_000)
        .emitWithAck('node.report-metrics', { samples: [] })
        .catch(() => undefined);
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
