import type { Namespace } from 'socket.io';

type Adapter = Namespace['adapter'];

/** A process reports which topics its browsers watch. */
export interface Listening {
  /** Names the process. */
  process: string;
  /** All of them, or those that came and went. */
  rooms?: string[];
  added?: string;
  removed?: string;
}

/** While browsers are connected their processes repeat their reports (`heartbeatMs`); two in a row may get lost. */
const livenessTtlMs = 80_000;

/** A pseudo-topic: whether the process has any browser at all. */
const anyBrowser = 'any';
const isTopic = (room: string): boolean => room.startsWith('topic:');

/**
 * Knows, without asking, whether anybody in the cluster watches a topic, so that what nobody sees need not be published.
 * Every process reports what its own browsers begin and cease to watch; with no browser connected it sends nothing. A lost
 * report delays a stream by at most `heartbeatMs`; state events do not depend on it.
 */
export class ClusterListeners {
  private readonly others = new Map<string, { rooms: Set<string>; heardAt: number }>();
  private knowsSince = Number.POSITIVE_INFINITY;

  /**
   * @param answerMs the time within which the others have answered
   * @param adapter knows the rooms of this process
   */
  constructor(
    private readonly process: string,
    private readonly answerMs: number,
    private readonly adapter: Adapter,
    private readonly say: (listening: Listening) => void,
  ) {
    // Every socket has a room of its own: the first room comes with the first browser.
    adapter.on('create-room', (room: string) => this.sayChange(room, 'added', 1));
    adapter.on('delete-room', (room: string) => this.sayChange(room, 'removed', 0));
  }

  hear({ process, rooms, added, removed }: Listening): void {
    const known = this.others.get(process) ?? { rooms: new Set(), heardAt: 0 };
    known.heardAt = Date.now();
    if (rooms) {
      known.rooms = new Set(rooms);
    }
    if (added !== undefined) {
      known.rooms.add(added);
    }
    if (removed !== undefined) {
      known.rooms.delete(removed);
    }
    if (known.rooms.size > 0) {
      this.others.set(process, known);
    } else {
      this.others.delete(process);
    }
  }

  /** The others were asked for the first time; until they have answered, somebody may watch anything. */
  begin(): void {
    this.knowsSince = Math.min(this.knowsSince, Date.now() + this.answerMs);
  }

  /** Reports all that is watched here: to a process that asks, and every `heartbeatMs`. */
  sayAll(): void {
    if (this.adapter.rooms.size > 0) {
      const topics = [...this.adapter.rooms.keys()].filter(isTopic);
      this.say({ process: this.process, rooms: [anyBrowser, ...topics] });
    }
  }

  /** Whether a topic's room has members here or elsewhere. */
  has(room: string): boolean {
    return this.adapter.rooms.has(room) || this.hasElsewhere(room);
  }

  /** Whether another process has browsers. */
  hasBrowsersElsewhere(): boolean {
    return this.hasElsewhere(anyBrowser);
  }

  close(): void {
    if (this.adapter.rooms.size > 0) {
      this.say({ process: this.process, rooms: [] });
    }
  }

  private hasElsewhere(room: string): boolean {
    const now = Date.now();
    if (now < this.knowsSince) {
      return true;
    }
    const since = now - livenessTtlMs;
    for (const [process, { rooms, heardAt }] of this.others) {
      if (heardAt < since) {
        this.others.delete(process);
      } else if (rooms.has(room)) {
        return true;
      }
    }
    return false;
  }

  private sayChange(room: string, change: 'added' | 'removed', sizeOfAny: number): void {
    if (this.adapter.rooms.size === sizeOfAny) {
      this.say({ process: this.process, [change]: anyBrowser });
    }
    if (isTopic(room)) {
      this.say({ process: this.process, [change]: room });
    }
  }
}
