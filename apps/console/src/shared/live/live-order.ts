import type { LiveMark, LiveReplay, LiveResumeFrom } from '@clusterdesk/contracts';

/** What an order needs of the connection and of those who listen. */
export interface LiveOrderPort {
  /** Asks the server for what followed; null, or a failure, means: ask again later. */
  resume(from: LiveResumeFrom[]): Promise<LiveReplay[] | null>;
  deliver(event: string, args: unknown[]): void;
  /** Something of this audience is missing and cannot be had: what is shown of it has to be asked anew. */
  reportGap(audience: string): void;
  /** How old what is shown of an audience may be, in milliseconds, when its first place is not known yet. */
  ageOf(audience: string): number;
}

interface HeldEvent {
  epoch: string;
  event: string;
  args: unknown[];
}

/** How far an audience has been delivered; the epoch is null until the server has said it. */
interface Place {
  epoch: string | null;
  seq: number;
  held: Map<number, HeldEvent>;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Events of several processes may overtake each other by this much; then what is missing is asked for. */
const overtakeMs = 100;
const retryMs = 1_000;
const maxHeld = 1_000;
/** As many places as one `resume` takes. */
const maxAsked = 100;

/**
 * Delivers the numbered events of each audience once, in their order and without a hole: later ones wait a moment for
 * earlier ones, what does not come is asked for, and where it is no longer known, that is said.
 */
export class LiveOrder {
  private readonly places = new Map<string, Place>();
  private readonly wanted = new Set<string>();
  private isAsking = false;
  private retryTimer: ReturnType<typeof setTimeout> | null = null;
  /** Counts connections: an answer of an earlier one is not used. */
  private connection = 0;

  constructor(private readonly port: LiveOrderPort) {}

  /** An event came. */
  accept({ audience, epoch, seq }: LiveMark, event: string, args: unknown[]): void {
    const place = this.placeOf(audience);
    if (place.epoch === epoch && seq <= place.seq) {
      return;
    }
    if (place.held.size >= maxHeld) {
      place.held.clear();
    }
    place.held.set(seq, { epoch, event, args });
    if (place.epoch === epoch) {
      this.deliverHeld(audience, place);
    } else {
      this.want(audience);
    }
  }

  /** The server says how far audiences are. */
  acceptPositions(positions: readonly LiveMark[]): void {
    for (const { audience, epoch, seq } of positions) {
      const place = this.placeOf(audience);
      if (place.epoch !== epoch) {
        this.want(audience);
      } else if (place.seq < seq) {
        this.waitForMissing(audience, place);
      }
    }
  }

  /** Nobody listens to this audience any more. */
  forget(audience: string): void {
    const place = this.places.get(audience);
    if (place) {
      stopWaiting(place);
      this.places.delete(audience);
      this.wanted.delete(audience);
    }
  }

  /** The connection is gone: nothing can be asked until the server says positions again. */
  pause(): void {
    this.connection += 1;
    this.isAsking = false;
    this.wanted.clear();
    this.places.forEach(stopWaiting);
    if (this.retryTimer) {
      clearTimeout(this.retryTimer);
      this.retryTimer = null;
    }
  }

  private placeOf(audience: string): Place {
    let place = this.places.get(audience);
    if (!place) {
      place = { epoch: null, seq: 0, held: new Map(), timer: null };
      this.places.set(audience, place);
    }
    return place;
  }

  private deliverHeld(audience: string, place: Place): void {
    for (;;) {
      const next = place.held.get(place.seq + 1);
      if (next?.epoch !== place.epoch) {
        break;
      }
      place.held.delete(place.seq + 1);
      place.seq += 1;
      this.port.deliver(next.event, next.args);
    }
    if (place.held.size === 0) {
      stopWaiting(place);
    } else {
      this.waitForMissing(audience, place);
    }
  }

  private waitForMissing(audience: string, place: Place): void {
    place.timer ??= setTimeout(() => {
      place.timer = null;
      this.want(audience);
    }, overtakeMs);
  }

  private want(audience: string): void {
    this.wanted.add(audience);
    // What comes in the same breath is asked for together.
    queueMicrotask(() => void this.ask());
  }

  private async ask(): Promise<void> {
    if (this.isAsking || this.retryTimer || this.wanted.size === 0) {
      return;
    }
    this.isAsking = true;
    const { connection } = this;
    const asked = [...this.wanted].slice(0, maxAsked);
    asked.forEach((audience) => this.wanted.delete(audience));
    const replays = await this.port
      .resume(asked.map((audience) => this.fromWhere(audience)))
      .catch(() => null);
    if (connection !== this.connection) {
      return;
    }
    this.isAsking = false;
    if (replays) {
      replays.forEach((replay) => this.acceptReplay(replay));
    } else {
      asked.forEach((audience) => this.wanted.add(audience));
      this.retryTimer = setTimeout(
        () => {
          this.retryTimer = null;
          void this.ask();
        },
        retryMs * (0.5 + Math.random()),
      );
    }
    void this.ask();
  }

  private fromWhere(audience: string): LiveResumeFrom {
    const { epoch, seq } = this.placeOf(audience);
    return epoch === null
      ? { audience, ageMs: this.port.ageOf(audience) }
      : { audience, epoch, seq };
  }

  private acceptReplay(replay: LiveReplay): void {
    const { audience } = replay;
    const place = this.places.get(audience);
    if (!place) {
      return;
    }
    if (replay.state === 'refused') {
      this.forget(audience);
      return;
    }
    const { epoch, seq } = replay;
    if (replay.state === 'gap') {
      place.epoch = epoch;
      place.seq = seq;
    } else {
      if (place.epoch === null) {
        place.epoch = epoch;
        place.seq = (replay.events[0]?.seq ?? seq + 1) - 1;
      }
      replay.events.forEach((one) => place.held.set(one.seq, { ...one, epoch }));
      if (replay.hasMore) {
        this.want(audience);
      }
    }
    for (const [heldSeq, held] of place.held) {
      if (held.epoch !== place.epoch || heldSeq <= place.seq) {
        place.held.delete(heldSeq);
      }
    }
    this.deliverHeld(audience, place);
    if (replay.state === 'gap') {
      this.port.reportGap(audience);
    }
  }
}

function stopWaiting(place: Place): void {
  if (place.timer) {
    clearTimeout(place.timer);
    place.timer = null;
  }
}
