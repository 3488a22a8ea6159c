import {
  consoleNamespace,
  type ConsoleToServer,
  type ServerToConsole,
  type Topic,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { readToken } from '../api/session.js';

export type LiveSocket = Socket<ServerToConsole, ConsoleToServer>;

const refusedRetryMs = 5_000;

/** The one Socket.IO connection of this window: watched topics survive reconnects. */
export class LiveConnection {
  readonly socket: LiveSocket;
  private readonly watched = new Map<string, { topic: Topic; watchers: number }>();
  private retryTimer: ReturnType<typeof setTimeout> | null = null;

  constructor() {
    this.socket = io(consoleNamespace, {
      autoConnect: false,
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionDelay: 500,
      reconnectionDelayMax: 5_000,
      auth: (give) => give({ token: readToken() ?? '' }),
    });
    this.socket.on('connect', () => {
      this.watched.forEach(({ topic }) => this.askToWatch(topic));
    });
    // Socket.IO gives up by itself after a refusal or when the server ends the connection; a restarted server does both.
    this.socket.on('connect_error', () => this.comeBackLater());
    this.socket.on('disconnect', () => this.comeBackLater());
  }

  open(): void {
    this.socket.connect();
  }

  close(): void {
    if (this.retryTimer) {
      clearTimeout(this.retryTimer);
      this.retryTimer = null;
    }
    this.socket.disconnect();
  }

  /** Watches a topic until the returned function is called. */
  watch(topic: Topic): () => void {
    const key = JSON.stringify(topic);
    const entry = this.watched.get(key) ?? { topic, watchers: 0 };
    entry.watchers += 1;
    this.watched.set(key, entry);
    if (entry.watchers === 1 && this.socket.connected) {
      this.askToWatch(topic);
    }
    return () => {
      entry.watchers -= 1;
      if (entry.watchers === 0) {
        this.watched.delete(key);
        if (this.socket.connected) {
          this.socket.emit('unwatch', topic);
        }
      }
    };
  }

  /** A refusal needs no handling here: the page's own call shows it to the person. */
  private askToWatch(topic: Topic): void {
    this.socket.emit('watch', topic, () => undefined);
  }

  private comeBackLater(): void {
    if (this.socket.active || this.retryTimer || !readToken()) {
      return;
    }
    this.retryTimer = setTimeout(() => {
      this.retryTimer = null;
      this.socket.connect();
    }, refusedRetryMs);
  }
}
