import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { rooms, type Topic } from '@clusterdesk/contracts';
import { Authenticator, readToken } from '../../../platform/http/access/principal.js';
import { PlatformBuild } from '../../../platform/http/serving/platform-build.service.js';
import { Realtime, type ConsoleSocket } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';
import { revocationReasons } from '../../users/rights/access-revocation.js';
import { LiveSubscriptions, type TopicRule } from './live-subscriptions.service.js';
import { OpenWindows } from './open-windows.js';
import { mayBeSignedIn } from '../../users/user.policy.js';
import { SessionRepository, toPrincipal, type SessionRow } from '../session.repository.js';

/** The browsers' side of Socket.IO: admits sockets by session token, joins the user's rooms, and closes them when the right ends. */
@Injectable()
export class ConsoleGateway implements OnApplicationShutdown {
  private readonly logger = new Logger('ConsoleGateway');
  private readonly windows = new OpenWindows();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly realtime: Realtime,
    private readonly authenticator: Authenticator,
    private readonly repository: SessionRepository,
    private readonly subscriptions: LiveSubscriptions,
    private readonly build: PlatformBuild,
    private readonly timings: Timings,
  ) {}

  /** A feature registers the rule for watching its topic. */
  allowTopic(topic: Topic['topic'], rule: TopicRule): void {
    this.subscriptions.allowTopic(topic, rule);
  }

  /** Accepts browsers from now on. */
  start(): void {
    const { console } = this.realtime;
    console.use((socket, next) => {
      this.admit(socket).then(next, (error: unknown) => {
        this.logger.error({ err: error }, 'A browser could not be checked');
        next(new Error('SERVER_FAULT'));
      });
    });
    console.on('connection', (socket) => {
      const { caller } = socket.data;
      void socket.join([rooms.user(caller.userId), rooms.session(caller.sessionId)]);
      socket.emit('serverBuild', this.build.id);
      this.subscriptions.serve(socket, () => this.isHere(socket));
      // Its session may have ended, or its rights changed, since it was admitted; from here on it receives such changes itself.
      void this.recheckSafely((one) => one === socket);
    });
    console.on('rightsChanged', (userIds) => {
      const changed = new Set(userIds);
      void this.recheckSafely((socket) => changed.has(socket.data.caller.userId));
    });
    console.on('accessEnded', ({ userId, sessionId, reason }) => {
      for (const socket of console.sockets.values()) {
        const { caller } = socket.data;
        if (caller.userId === userId || caller.sessionId === sessionId) {
          if (reason !== undefined) {
            socket.emit('sessionRevoked', { reason });
          }
          socket.disconnect(true);
        }
      }
    });
    this.checkAgain();
  }

  /** @returns why a browser is not let in; nothing: it is */
  private async admit(socket: ConsoleSocket): Promise<Error | undefined> {
    if (!this.windows.mayTry(socket.conn)) {
      socket.conn.close();
      return new Error('SESSION_TOO_MANY_WINDOWS');
    }
    const given: unknown = socket.handshake.auth.token;
    const token = readToken(typeof given === 'string' ? given : undefined);
    const caller = token && (await this.authenticator.authenticate(token));
    if (!caller) {
      return new Error('SESSION_NOT_SIGNED_IN');
    }
    if (caller.mustChangePassword) {
      return new Error('ACCESS_PASSWORD_CHANGE_FIRST');
    }
    const leave = this.windows.admit(caller);
    if (!leave) {
      // The window tries again, more and more seldom; its pages work without.
      return new Error('SESSION_TOO_MANY_WINDOWS');
    }
    // A socket that leaves before being admitted ends its connection alone.
    socket.once('disconnect', leave);
    socket.conn.once('close', leave);
    if (socket.conn.readyState !== 'open') {
      leave();
    }
    socket.data.caller = caller;
    socket.data.topics = new Map();
    socket.data.asking = 0;
    return undefined;
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** `recheck` for callers that cannot wait for it; a failure is logged, and the next check comes within `this.timings.rights.socketsMs`. */
  async recheckSafely(concerns: (socket: ConsoleSocket) => boolean): Promise<void> {
    await this.recheck(concerns).catch((error: unknown) =>
      this.logger.error({ err: error }, 'Failed to recheck the rights of open windows'),
    );
  }

  /** Checks the sockets of this process against the current rights: sockets without rights are closed, and lost topics are no longer sent. */
  async recheck(concerns: (socket: ConsoleSocket) => boolean): Promise<void> {
    const sockets = [...this.realtime.console.sockets.values()].filter(concerns);
    if (sockets.length === 0) {
      return;
    }
    const ids = [...new Set(sockets.map((socket) => socket.data.caller.sessionId))];
    const rows = await this.repository.findAll(ids);
    const sessions = new Map(rows.map((row) => [row.sessionId, row]));
    // Many windows of one user show the same: each topic is asked for once.
    const known = new Map<string, Promise<boolean>>();
    for (const socket of sockets) {
      await this.recheckSocket(socket, sessions.get(socket.data.caller.sessionId), known);
    }
  }

  /** Each check begins after the one before: a long check of many windows never overlaps the next. */
  private checkAgain(): void {
    this.timer = setTimeout(
      () => void this.recheckSafely(() => true).finally(() => this.timer && this.checkAgain()),
      this.timings.rights.socketsMs,
    );
    this.timer.unref();
  }

  /** Before each message of a window: its session may have ended, and this process may not have been told yet. */
  private async isHere(socket: ConsoleSocket): Promise<boolean> {
    const [session] = await this.repository.findAll([socket.data.caller.sessionId]);
    const { caller } = socket.data;
    const goesOn = this.settle(socket, session);
    if (isDeepStrictEqual(caller, socket.data.caller)) {
      // Another object says that rights were checked again, and what is being asked is asked once more.
      socket.data.caller = caller;
    }
    return goesOn;
  }

  private async recheckSocket(
    socket: ConsoleSocket,
    session: SessionRow | undefined,
    known: Map<string, Promise<boolean>>,
  ): Promise<void> {
    if (this.settle(socket, session)) {
      await this.subscriptions.recheck(socket, known);
    }
  }

  /** Closes a socket whose session has ended, and gives any other its current rights. @returns whether it stays open */
  private settle(socket: ConsoleSocket, session: SessionRow | undefined): boolean {
    if (!session || !mayBeSignedIn(session, new Date())) {
      const reason = !session
        ? revocationReasons.over
        : session.isFrozen
          ? revocationReasons.frozen
          : revocationReasons.outsideValidity;
      socket.emit('sessionRevoked', { reason: reason[socket.data.caller.language] });
      socket.disconnect(true);
      return false;
    }
    if (session.mustChangePassword) {
      // Its next try is refused with the reason.
      socket.disconnect(true);
      return false;
    }
    socket.data.caller = toPrincipal(session);
    return true;
  }
}
