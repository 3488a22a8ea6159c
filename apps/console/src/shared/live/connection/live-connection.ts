import {
  liveEventKinds,
  liveMarkSchema,
  rooms,
  type ConsoleToServer,
  type LivePosition,
  type LiveSignals,
  type ServerToConsole,
  type Topic,
} from '@clusterdesk/contracts';
import type { Socket } from 'socket.io-client';
import { Backoff } from '../../lib/backoff/backoff.js';
import { LiveOrder } from './live-order.js';

export type LiveSocket = Socket<ServerToConsole & LiveSignals, ConsoleToServer>;

export type EventName = keyof ServerToConsole;
/** What an event carries. */
export type Payload<Name extends EventName> = Parameters<ServerToConsole[Name]>;
type Listener = (...args: unknown[]) => void;

/** Tries to come back after a refusal, or where the server ended the connection by itself. */
const refusedRetry = { firstMs: 1_500, longestMs: 60_000 };
/** A connection that stood for as long was a good one: the next wait is short again. */
const goodMs = 15_000;
const busyRetryMs = 1_000;
const answerMs = 10_000;
/** What a page shows may have been asked for this long before it began to listen: queries are fresh for 5 s. */
const shownBeforeMs = 6_000;

/**
 * The one Socket.IO connection of this window. Watched topics survive reconnects; numbered events come once and in
 * order, and `onGap` says that some were missed.
 */
export class LiveConnection {
  private readonly order: LiveOrder;
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly gapListeners = new Set<() => void>();
  private readonly watched = new Map<string, { topic: Topic; watchers: number; since: number }>();
  private readonly openedAt = performance.now();
  private retryTimer: ReturnType<typeof setTimeout> | null = null;
  private readonly backoff = new Backoff(refusedRetry);
  private connectedAt: number | null = null;
  private isOpen = false;
  private watching: Promise<void> = Promise.resolve();

  /** `mayComeBack` says whether a refused connection is worth another try. */
  constructor(
    readonly socket: LiveSocket,
    private readonly mayComeBack: () => boolean,
  ) {
    this.order = new LiveOrder({
      deliver: (event, args) => this.dispatch(event, args),
      reportGap: () => this.reportGap(),
      // Nothing is older than the page itself.
      ageOf: (audience) =>
        Math.min(
          performance.now(),
          performance.now() - (this.watched.get(audience)?.since ?? this.openedAt) + shownBeforeMs,
        ),
    });
    this.socket.onAny((event: string, ...args: unknown[]) => this.receive(event, args));
    this.socket.on('livePosition', (positions) => this.order.acceptPositions(positions));
    this.socket.on('subscriptionRevoked', (topic) => {
      this.reportGap();
      // It may have ended by a fault of the server; a second no is the end.
      if (this.watched.has(rooms.topic(topic))) {
        this.askToWatch(topic);
      }
    });
    this.socket.on('connect', () => {
      this.connectedAt = Date.now();
      this.watched.forEach(({ topic }) => this.askToWatch(topic));
    });
    // Socket.IO gives up by itself after a refusal or when the server ends the connection; a restarted server does both.
    this.socket.on('connect_error', () => this.comeBackLater());
    this.socket.on('disconnect', () => {
      if (this.connectedAt !== null && Date.now() - this.connectedAt >= goodMs) {
        this.backoff.reset();
      }
      this.connectedAt = null;
      this.order.pause();
      this.comeBackLater();
    });
  }

  open(): void {
    this.isOpen = true;
    this.socket.connect();
  }

  close(): void {
    this.isOpen = false;
    this.stopWaiting();
    this.socket.disconnect();
  }

  /** The network is back: tries at once, whatever wait for the next try was going on. */
  reconnectNow(): void {
    if (this.isOpen && !this.socket.connected) {
      this.stopWaiting();
      this.backoff.reset();
      // A socket that waits for its next try takes no other; one that has given up does.
      this.socket.disconnect();
      this.socket.connect();
    }
  }

  /** The user has another session now, which the next connection names. */
  renew(): void {
    if (this.isOpen) {
      this.socket.disconnect();
      this.reconnectNow();
    }
  }

  /** The network is gone: a connection over it is dead, though nobody has told it yet. */
  drop(): void {
    if (this.socket.connected) {
      this.socket.io.engine.close();
    }
  }

  /** Calls `listener` for every event of that name until the returned function is called. */
  on<Name extends EventName>(
    name: Name,
    listener: (...payload: Payload<Name>) => void,
  ): () => void {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known);
    // The pair of name and payload is checked by this method's own signature.
    const kept = (...args: unknown[]): void => void Reflect.apply(listener, undefined, args);
    known.add(kept);
    return () => known.delete(kept);
  }

  /** Calls `listener` when events were missed, or a right has ended: what is shown has to be asked for anew. */
  onGap(listener: () => void): () => void {
    this.gapListeners.add(listener);
    return () => this.gapListeners.delete(listener);
  }

  /** Watches a topic until the returned function is called. */
  watch(topic: Topic): () => void {
    const room = rooms.topic(topic);
    const entry = this.watched.get(room) ?? { topic, watchers: 0, since: performance.now() };
    entry.watchers += 1;
    this.watched.set(room, entry);
    if (entry.watchers === 1 && this.socket.connected) {
      this.askToWatch(topic);
    }
    return () => {
      entry.watchers -= 1;
      if (entry.watchers === 0) {
        this.watched.delete(room);
        this.order.forget(room);
        if (this.socket.connected) {
          this.socket.emit('unwatch', topic);
        }
      }
    };
  }

  private reportGap(): void {
    this.gapListeners.forEach((listener) => listener());
  }

  private receive(event: string, args: unknown[]): void {
    const mark = liveMarkSchema.safeParse(args.at(-1));
    if (mark.success) {
      this.order.accept(mark.data, event, args.slice(0, -1));
    } else if (Object.hasOwn(liveEventKinds, event)) {
      this.dispatch(event, args);
    }
  }

  private dispatch(event: string, args: unknown[]): void {
    this.listeners.get(event)?.forEach((listener) => {
      try {
        listener(...args);
      } catch (error) {
        // One listener's fault keeps no other from its events.
        queueMicrotask(() => {
          throw error;
        });
      }
    });
  }

  /** One after the other, for the server answers only a few at once. A refusal the page's own call shows to the user. */
  private askToWatch(topic: Topic): void {
    this.watching = this.watching.then(() => this.askOnceToWatch(topic));
  }

  private async askOnceToWatch(topic: Topic): Promise<void> {
    const { id } = this.socket;
    const isWanted = (): boolean =>
      id !== undefined && this.socket.id === id && this.watched.has(rooms.topic(topic));
    if (!isWanted()) {
      return;
    }
    const answer = await this.requestWatch(topic);
    if (answer.position && this.watched.has(answer.position.audience)) {
      this.order.acceptPositions([answer.position]);
    }
    if (answer.ok === null && isWanted()) {
      setTimeout(
        () => {
          // After a reconnect every topic is asked for anyway.
          if (isWanted()) {
            this.askToWatch(topic);
          }
        },
        busyRetryMs * (0.5 + Math.random()),
      );
    }
  }

  private requestWatch(topic: Topic): Promise<{ ok: boolean | null; position?: LivePosition }> {
    return new Promise((resolve) => {
      const settle = (error: Error | null, ok: boolean | null, position?: LivePosition): void =>
        resolve(error ? { ok: null } : { ok, ...(position ? { position } : {}) });
      this.socket.timeout(answerMs).emit('watch', topic, settle);
    });
  }

  private comeBackLater(): void {
    if (!this.isOpen || this.socket.active || this.retryTimer || !this.mayComeBack()) {
      return;
    }
    this.retryTimer = setTimeout(() => {
      this.retryTimer = null;
      this.socket.connect();
    }, this.backoff.nextMs());
  }

  private stopWaiting(): void {
    if (this.retryTimer) {
      clearTimeout(this.retryTimer);
      this.retryTimer = null;
    }
  }
}
