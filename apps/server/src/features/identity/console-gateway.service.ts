import { Injectable, Logger } from '@nestjs/common';
import { rooms, topicSchema, type Topic } from '@clusterdesk/contracts';
import { Authenticator, readToken, type Caller } from '../../platform/http/caller.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';

/** Decides who may watch one kind of topic. */
export type TopicRule = (caller: Caller, topic: Topic) => boolean | Promise<boolean>;

/** The browsers' side of Socket.IO: lets in by session token, joins the user's rooms, and answers `watch`. */
@Injectable()
export class ConsoleGateway {
  private readonly logger = new Logger('ConsoleGateway');
  private readonly rules = new Map<Topic['topic'], TopicRule>();

  constructor(
    private readonly realtime: Realtime,
    private readonly authenticator: Authenticator,
  ) {}

  /** A feature says who may watch its topic. */
  allowTopic(topic: Topic['topic'], rule: TopicRule): void {
    this.rules.set(topic, rule);
  }

  /** Takes browsers from now on. */
  start(): void {
    const { console } = this.realtime;
    console.use((socket, next) => {
      const given: unknown = socket.handshake.auth.token;
      const token = readToken(typeof given === 'string' ? given : undefined);
      const refuse = (): void => next(new Error('SESSION_NOT_SIGNED_IN'));
      if (!token) {
        refuse();
        return;
      }
      this.authenticator.findCaller(token).then(
        (caller) => {
          if (!caller) {
            refuse();
            return;
          }
          socket.data.caller = caller;
          next();
        },
        (error: unknown) => {
          this.logger.error({ err: error }, 'A browser could not be checked');
          next(new Error('SERVER_FAULT'));
        },
      );
    });
    console.on('connection', (socket) => {
      const { caller } = socket.data;
      void socket.join([rooms.user(caller.userId), rooms.session(caller.sessionId)]);
      socket.on('watch', (wanted, answer) => {
        void this.mayWatch(caller, wanted).then((topic) => {
          if (topic) {
            void socket.join(rooms.topic(topic));
          }
          if (typeof answer === 'function') {
            answer(topic !== null);
          }
        });
      });
      socket.on('unwatch', (wanted) => {
        const topic = topicSchema.safeParse(wanted);
        if (topic.success) {
          void socket.leave(rooms.topic(topic.data));
        }
      });
    });
  }

  private async mayWatch(caller: Caller, wanted: unknown): Promise<Topic | null> {
    const topic = topicSchema.safeParse(wanted);
    if (!topic.success) {
      return null;
    }
    try {
      const rule = this.rules.get(topic.data.topic);
      return rule && (await rule(caller, topic.data)) ? topic.data : null;
    } catch (error) {
      this.logger.error({ err: error }, 'A topic could not be checked');
      return null;
    }
  }
}
