import { createServer, IncomingMessage } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { Listeners } from './listeners.js';

/** The head of a request has this long to come, milliseconds. */
const headersTimeoutMs = 20_000;

/** How often slow heads and idle connections are looked for, milliseconds; Node's default is 30 s. */
const checkEveryMs = 5_000;

/** A browser's or a proxy's connection stays open for the next call for this long: longer than a proxy's own minute. */
const keepAliveMs = 65_000;

/** Express on an HTTP server with limits that fit uploads of hours beside calls of milliseconds. */
export class HttpAdapter extends ExpressAdapter {
  private sockets: Listeners | undefined;

  override initHttpServer(): void {
    const server = createServer(
      {
        IncomingMessage: WebSocketRequest,
        headersTimeout: headersTimeoutMs,
        connectionsCheckingInterval: checkEveryMs,
        keepAliveTimeout: keepAliveMs,
        // For the whole of a request, and uploads take hours: bodies have limits of their own (`limitBodyTime`).
        requestTimeout: 0,
      },
      this.getInstance(),
    );
    this.sockets = new Listeners(server);
    this.setHttpServer(server);
  }

  /** Where it takes connections; there once Nest has made the server. */
  get listeners(): Listeners {
    if (!this.sockets) {
      throw new Error('The HTTP server is not made yet.');
    }
    return this.sockets;
  }

  override async close(): Promise<void> {
    await this.sockets?.close();
  }
}

/**
 * A request whose wish to upgrade counts only for WebSocket. Any other protocol may be ignored (RFC 9110 §7.8); Node would
 * hand the connection of curl or Java, which ask for h2c by default, to the listener for upgrades, and the request would get no answer.
 */
class WebSocketRequest extends IncomingMessage {
  private wantsUpgrade: boolean | null = null;

  /** Node asks when it has read the headers, to decide who gets the connection. */
  get upgrade(): boolean | null {
    return this.wantsUpgrade && this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  set upgrade(value: boolean | null) {
    this.wantsUpgrade = value;
  }
}
