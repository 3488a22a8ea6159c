import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, Server as NetServer, type ListenOptions, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFamilyMissing, listenAddresses } from '@clusterdesk/contracts';
import type { ListenPlace } from '../../../config/config.js';

/** How often a stop looks whether the connections that came last have been heard, milliseconds. */
const hearEveryMs = 10;

/**
 * The sockets on which one HTTP server takes connections. A server that was given them (by the launcher, or by systemd) does not
 * own them: when it stops taking connections, those that come wait for its successor.
 */
export class Listeners {
  /** Beside the HTTP server, which listens on the first socket itself. */
  private readonly others: NetServer[] = [];
  /** Connections of which no request has been read. */
  private readonly unheard = new Set<Socket>();
  private readonly closed: Promise<unknown>[] = [];
  private opening: Promise<void> | undefined;
  private isGiven = false;

  constructor(private readonly server: HttpServer) {
    server.on('connection', (socket: Socket) => {
      this.unheard.add(socket);
      socket.once('close', () => this.unheard.delete(socket));
    });
    server.on('request', ({ socket }) => this.unheard.delete(socket));
    server.on('upgrade', (_request, socket: Socket) => this.unheard.delete(socket));
  }

  /** Begins to take connections everywhere; throws the first error. A host without IPv6 listens on IPv4 alone, and vice versa. */
  open(place: ListenPlace): Promise<void> {
    this.opening = this.openAll(place);
    return this.opening;
  }

  /**
   * What comes from now on is left to the server that is given the sockets next; sockets of its own it keeps to the end.
   * @param limitMs how long it waits at most for the requests of the connections that it has taken.
   */
  async leaveToNext(limitMs: number): Promise<void> {
    await this.opening?.catch(() => undefined);
    if (this.isGiven) {
      await this.closeAndHear(limitMs);
    }
  }

  /**
   * Takes no more connections, and hears those that it has taken: a call that is cut off before it is read may have been done, for all
   * that a proxy knows, and one that finds no connection goes elsewhere.
   * @param limitMs how long it waits at most for the requests of the connections that it has taken.
   */
  async closeAndHear(limitMs: number): Promise<void> {
    this.closeSockets();
    for (let waited = 0; this.unheard.size > 0 && waited < limitMs; waited += hearEveryMs) {
      await sleep(hearEveryMs);
    }
  }

  /** Connections that wait for a next request end; those with an answer under way end with it. */
  async close(): Promise<void> {
    this.closeSockets();
    this.server.close();
    await Promise.all(this.closed);
  }

  private async openAll(place: ListenPlace): Promise<void> {
    if ('descriptors' in place) {
      this.isGiven = true;
      for (const fd of place.descriptors) {
        await listen(this.next(), { fd });
      }
      return;
    }
    const addresses = listenAddresses(place.host);
    let missing: unknown;
    // A port that the system chooses (tests) may be taken in the other family.
    for (const host of place.port === 0 ? addresses.slice(0, 1) : addresses) {
      try {
        await listen(this.next(), { host, port: place.port, ipv6Only: host.includes(':') });
      } catch (error) {
        if (!isFamilyMissing(codeOf(error))) {
          throw error;
        }
        missing = error;
      }
    }
    if (!this.server.listening) {
      throw missing;
    }
  }

  /** The HTTP server's own close would end idle connections as well, whose next request may be on its way. */
  private closeSockets(): void {
    for (const each of [this.server, ...this.others]) {
      if (each.listening) {
        this.closed.push(new Promise((resolve) => each.once('close', resolve)));
        NetServer.prototype.close.call(each);
      }
    }
  }

  private next(): NetServer {
    if (!this.server.listening) {
      return this.server;
    }
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.server.emit('connection', socket),
    );
    this.others.push(other);
    return other;
  }
}

async function listen(server: NetServer, options: ListenOptions & { fd?: number }): Promise<void> {
  const listening = once(server, 'listening');
  server.listen(options);
  await listening;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
