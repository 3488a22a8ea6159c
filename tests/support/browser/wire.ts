import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A way to a server that tests can hold up and cut, as networks do. Browsers' own emulation does not: what it throttles
 * depends on the moment, and a request under way lives on when it goes "offline".
 */
export class Wire {
  private readonly clients = new Set<Socket>();
  /** What each connection had sent when everything was held the last time. */
  private readonly sentBefore = new WeakMap<Socket, number>();
  private heldAfterBytes = Infinity;
  private isCut = false;

  private constructor(private readonly server: Server) {}

  /** Opens a way to a port of this machine. */
  static async to(port: number): Promise<Wire> {
    const server = createServer();
    const wire = new Wire(server);
    server.on('connection', (client) => wire.join(client, port));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Lets every connection, old or new, send so many more bytes and then no more; what comes back is not held up. */
  hold(bytes: number): void {
    this.clients.forEach((client) => this.sentBefore.set(client, client.bytesRead));
    this.heldAfterBytes = bytes;
  }

  /** Lets everything through again. */
  release(): void {
    this.heldAfterBytes = Infinity;
    this.clients.forEach((client) => client.resume());
  }

  /** Breaks every connection and every new one, until `mend`. */
  cut(): void {
    this.isCut = true;
    this.clients.forEach((client) => client.resetAndDestroy());
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket, port: number): void {
    if (this.isCut) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(port, '127.0.0.1');
    this.clients.add(client);
    const carryOn = (): void => {
      const sent = client.bytesRead - (this.sentBefore.get(client) ?? 0);
      if (sent < this.heldAfterBytes) {
        client.resume();
      }
    };
    client.on('data', (piece) => {
      client.pause();
      // Written out before more is read: nothing gathers here.
      server.write(piece, carryOn);
    });
    server.pipe(client);
    client.on('end', () => server.end());
    for (const [side, other] of [
      [client, server],
      [server, client],
    ] as const) {
      side.on('error', () => undefined); // its close tells all there is to tell
      side.on('close', () => {
        this.clients.delete(client);
        other.destroy();
      });
    }
  }
}
