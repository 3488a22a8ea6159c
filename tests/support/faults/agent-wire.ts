import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { waitFor } from '../wait-for.js';
import { WireDirection, type WirePoint } from './wire-direction.js';

/**
 * The network between one agent and the server, on loopback: it reads what passes, stops at a chosen message before that arrives,
 * and can be cut. Everything behind a stopped message waits with it, as on a real connection.
 */
export class AgentWire {
  private readonly sockets = new Set<Socket>();
  private readonly directions = new Set<WireDirection>();
  private held: WirePoint | null = null;

  private constructor(
    private readonly proxy: Server,
    private readonly serverPort: number,
  ) {
    proxy.on('connection', (agent) => this.join(agent));
  }

  /** @param serverPort where the server listens on this host */
  static async open(serverPort: number): Promise<AgentWire> {
    const proxy = createServer().listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return new AgentWire(proxy, serverPort);
  }

  /** Where the agent finds the server. */
  get url(): string {
    const address = this.proxy.address();
    return `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`;
  }

  /** Stops the next such message, and what follows it in its direction, until `release` or `cut`. */
  hold(point: WirePoint): void {
    this.held = point;
  }

  /** Resolves when a message has been stopped. */
  async waitForHeld(): Promise<void> {
    const isHolding = () => [...this.directions].some((direction) => direction.isHolding);
    await waitFor(`${this.held?.event ?? 'nothing'} on the wire`, isHolding, 30_000, 5);
  }

  /** Delivers what was stopped, also from a sender that is dead by now: it had left it. */
  release(): void {
    this.held = null;
    this.directions.forEach((direction) => direction.release());
  }

  /** Cuts the connection; what was under way is lost. A new one can be made at once. */
  cut(): void {
    this.held = null;
    this.sockets.forEach((socket) => socket.destroy());
  }

  async close(): Promise<void> {
    this.cut();
    this.proxy.close();
    await once(this.proxy, 'close');
  }

  private join(agent: Socket): void {
    const server = connect(this.serverPort, '127.0.0.1');
    const isHeld = (event: string, part: WirePoint['part']): boolean =>
      this.held?.event === event && this.held.part === part;
    const up = new WireDirection(agent, server, isHeld);
    const down = new WireDirection(server, agent, isHeld);
    up.answeredBy(down);
    down.answeredBy(up);
    for (const direction of [up, down]) {
      this.directions.add(direction);
    }
    for (const socket of [agent, server]) {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    }
    void Promise.all([up.over, down.over]).then(() => {
      this.directions.delete(up);
      this.directions.delete(down);
    });
  }
}
