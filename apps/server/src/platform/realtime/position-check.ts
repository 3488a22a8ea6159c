import { Logger } from '@nestjs/common';
import type { LiveMark, LivePosition } from '@clusterdesk/contracts';
import type { LiveCounter } from './live-counter.js';

/** How long the last events of an audience may stay undelivered when the adapter between the processes lost them. */
const checkMs = 30_000;

/** The rooms of a process whose events are numbered, and how to tell the browsers in one of them. */
export interface CheckedRooms {
  list(): string[];
  tell(position: LivePosition): void;
}

/**
 * Compares how far each audience is with what this process delivered, and tells the browsers of those rooms that are behind. They
 * notice a lost event by the number of the next one; this finds lost last ones. Without browsers nothing is asked.
 */
export class PositionCheck {
  private readonly logger = new Logger('PositionCheck');
  private readonly delivered = new Map<string, LiveMark>();
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;

  constructor(
    private readonly counter: LiveCounter,
    private readonly rooms: CheckedRooms,
  ) {}

  /** From now on, for as long as there are rooms. */
  start(): void {
    this.timer ??= setInterval(() => void this.check(), checkMs).unref();
  }

  /** From here on the first browser of a room hears it; one that came before it may be further behind. */
  begin(mark: LiveMark): void {
    if (!this.delivered.has(mark.audience)) {
      this.note(mark);
    }
  }

  /** This mark went to the browsers of the room, as an event or as a position. */
  note(mark: LiveMark): void {
    const known = this.delivered.get(mark.audience);
    if (!known || known.epoch !== mark.epoch || known.seq < mark.seq) {
      const { audience, epoch, seq } = mark;
      this.delivered.set(audience, { audience, epoch, seq });
    }
  }

  forget(room: string): void {
    this.delivered.delete(room);
  }

  /** Tells every room that is behind. */
  async check(): Promise<void> {
    const rooms = this.rooms.list();
    if (rooms.length === 0) {
      this.stop();
      return;
    }
    if (this.isChecking) {
      return;
    }
    this.isChecking = true;
    try {
      for (const position of await this.counter.positions(rooms)) {
        const known = this.delivered.get(position.audience);
        if (known?.epoch !== position.epoch || known.seq < position.seq) {
          this.note(position);
          this.rooms.tell(position);
        }
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'The numbers of live events could not be compared');
    } finally {
      this.isChecking = false;
    }
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
