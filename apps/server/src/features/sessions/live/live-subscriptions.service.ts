import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { rooms, topicSchema, type LivePosition, type Topic } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { Realtime, type ConsoleSocket } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';
import { AskAllowance } from './ask-allowance.js';

/** What one window may watch at once, and all of a user's to one server together; and what one may ask at once. */
const maxTopics = 64;
const maxTopicsOfUser = 512;
const maxAsking = 8;

/** Decides whether a caller may watch topics of one kind. */
export type TopicRule = (caller: Principal, topic: Topic) => boolean | Promise<boolean>;

/** What a browser hears: its user's events and the topics it watches. */
@Injectable()
export class LiveSubscriptions {
  private readonly logger = new Logger('LiveSubscriptions');
  private readonly rules = new Map<Topic['topic'], TopicRule>();
  private readonly allowance = new AskAllowance();

  constructor(
    private readonly realtime: Realtime,
    private readonly timings: Timings,
  ) {}

  /** A feature registers the rule for watching its topic. */
  allowTopic(topic: Topic['topic'], rule: TopicRule): void {
    this.rules.set(topic, rule);
  }

  /**
   * Answers a socket that has joined its user's room, and tells it how far that room is.
   * @param isHere asks once more whether its session is good, and for its rights of now
   */
  serve(socket: ConsoleSocket, isHere: () => Promise<boolean>): void {
    const ask = <T>(work: () => Promise<T>): Promise<T | null> =>
      this.limited(socket, async () => ((await isHere()) ? work() : null));
    socket.on('watch', (wanted, answer) => {
      void ask(() => this.watch(socket, wanted)).then((watched) => {
        if (typeof answer === 'function') {
          answer(watched ? watched.ok : null, watched?.position);
        }
      });
    });
    socket.on('unwatch', (wanted) => {
      const topic = topicSchema.safeParse(wanted);
      if (topic.success) {
        void this.leave(socket, rooms.topic(topic.data));
      }
    });
    void this.tellPosition(socket);
  }

  /** Takes from a socket the topics that its caller may no longer watch. `known` are the answers of one pass over many sockets. */
  async recheck(socket: ConsoleSocket, known: Map<string, Promise<boolean>>): Promise<void> {
    for (const [room, topic] of socket.data.topics) {
      const { caller } = socket.data;
      const key = `${caller.userId} ${room}`;
      const answer = known.get(key) ?? this.mayWatch(caller, topic);
      known.set(key, answer);
      if (!(await answer)) {
        await this.leave(socket, room);
        socket.emit('subscriptionRevoked', topic);
      }
    }
  }

  /** How far the user's own room is. Tried until it is told: without it, the window does not know that it missed something. */
  private async tellPosition(socket: ConsoleSocket): Promise<void> {
    const { userId } = socket.data.caller;
    const tell = async (): Promise<true> => {
      socket.emit('livePosition', await this.realtime.positions([rooms.user(userId)]));
      return true;
    };
    while (socket.connected && !(await this.limited(socket, tell))) {
      const { positionRetryMs } = this.timings.realtime;
      await sleep(positionRetryMs * (0.5 + Math.random()), undefined, { ref: false });
    }
  }

  private async watch(
    socket: ConsoleSocket,
    wanted: unknown,
  ): Promise<{ ok: boolean; position?: LivePosition }> {
    const topic = topicSchema.safeParse(wanted);
    if (!topic.success) {
      return { ok: false };
    }
    const room = rooms.topic(topic.data);
    const { topics } = socket.data;
    let caller: Principal;
    do {
      caller = socket.data.caller;
      const isFull = !topics.has(room) && this.isFull(socket);
      if (isFull || !socket.connected) {
        return { ok: false };
      }
      if (!(await this.mayWatch(caller, topic.data))) {
        if (topics.has(room)) {
          await this.leave(socket, room);
          socket.emit('subscriptionRevoked', topic.data);
        }
        return { ok: false };
      }
      // The rights may have changed while the rule was asked; the change itself rechecks what is watched already.
    } while (caller !== socket.data.caller);
    topics.set(room, topic.data);
    await socket.join(room);
    // A failure is answered with null: the client asks again, for without its position it cannot know that it missed something.
    const [position] = await this.realtime.positions([room]);
    return { ok: true, ...(position ? { position } : {}) };
  }

  private isFull({ data, nsp }: ConsoleSocket): boolean {
    if (data.topics.size >= maxTopics) {
      return true;
    }
    let count = 0;
    for (const id of nsp.adapter.rooms.get(rooms.user(data.caller.userId)) ?? []) {
      count += nsp.sockets.get(id)?.data.topics.size ?? 0;
    }
    return count >= maxTopicsOfUser;
  }

  private async leave(socket: ConsoleSocket, room: string): Promise<void> {
    socket.data.topics.delete(room);
    await socket.leave(room);
  }

  /** Null where too much is asked at once, and where the answer failed: the client asks again. */
  private async limited<T>(socket: ConsoleSocket, work: () => Promise<T>): Promise<T | null> {
    const { data } = socket;
    if (data.asking >= maxAsking || !this.allowance.take(data.caller.userId)) {
      return null;
    }
    data.asking += 1;
    try {
      return await work();
    } catch (error) {
      this.logger.warn({ err: error }, 'A browser could not be answered');
      return null;
    } finally {
      data.asking -= 1;
    }
  }

  private async mayWatch(caller: Principal, topic: Topic): Promise<boolean> {
    try {
      return (await this.rules.get(topic.topic)?.(caller, topic)) ?? false;
    } catch (error) {
      this.logger.error({ err: error }, 'A topic could not be checked');
      return false;
    }
  }
}
