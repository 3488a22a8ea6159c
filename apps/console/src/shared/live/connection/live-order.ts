import type { LiveMark, LivePosition } from '@clusterdesk/contracts';

/** Those who listen, as the order of events knows them. */
export interface LiveOrderPort {
  deliver(event: string, args: unknown[]): void;
  /** An event was missed: what is shown has to be asked for anew. */
  reportGap(): void;
  /** How old what is shown of an audience may be, in milliseconds, when the server says its position for the first time. */
  ageOf(audience: string): number;
}

interface HeldEvent extends LiveMark {
  event: string;
  args: unknown[];
}

/** How far an audience has been delivered; the epoch is null until the server has said it. */
interface Place {
  epoch: string | null;
  seq: number;
  /** The newest number that is known to exist. */
  top: number;
  held: Map<number, HeldEvent>;
  /** The connection was lost: what came meanwhile is not on its way. */
  isCutOff?: boolean;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** Events of several processes may overtake each other by this much, in milliseconds; then what is missing counts as missed. */
const overtakeMs = 1_000;
const maxHeld = 1_000;

/**
 * Delivers the numbered events of each audience once and in their order: later ones wait a moment for earlier ones, and what does
 * not come is reported as a gap.
 */
export class LiveOrder {
  private readonly places = new Map<string, Place>();

  constructor(private readonly port: LiveOrderPort) {}

  /** An event came. */
  accept(mark: LiveMark, event: string, args: unknown[]): void {
    const place = this.placeOf(mark.audience);
    if (place.epoch !== null && place.epoch !== mark.epoch) {
      this.begin(place, { ...mark, seq: mark.seq - 1 });
      this.port.reportGap();
    }
    if (place.epoch === null || mark.seq > place.seq) {
      if (place.held.size >= maxHeld) {
        place.held.clear();
      }
      place.held.set(mark.seq, { ...mark, event, args });
      place.top = Math.max(place.top, mark.seq);
    }
    this.deliverHeld(place);
  }

  /** The server says how far audiences are. */
  acceptPositions(positions: readonly LivePosition[]): void {
    for (const position of positions) {
      const place = this.placeOf(position.audience);
      const isKnown = place.epoch === position.epoch;
      if (isKnown && (!place.isCutOff || position.seq <= place.seq)) {
        place.top = Math.max(place.top, position.seq);
      } else {
        const isMissed =
          place.epoch !== null || position.quietMs < this.port.ageOf(position.audience);
        this.begin(place, position);
        if (isMissed) {
          this.port.reportGap();
        }
      }
      place.isCutOff = false;
      this.deliverHeld(place);
    }
  }

  /** Nobody listens to this audience any more. */
  forget(audience: string): void {
    clearTimeout(this.places.get(audience)?.timer);
    this.places.delete(audience);
  }

  /** The connection is gone: nothing more comes until the server says positions again. */
  pause(): void {
    this.places.forEach((place) => {
      stopWaiting(place);
      place.held.clear();
      place.isCutOff = true;
    });
  }

  private placeOf(audience: string): Place {
    const place = this.places.get(audience) ?? { epoch: null, seq: 0, top: 0, held: new Map() };
    this.places.set(audience, place);
    return place;
  }

  /** Goes on from here; what was held of another epoch, or lies before, is of no use any more. */
  private begin(place: Place, { epoch, seq }: LiveMark): void {
    Object.assign(place, { epoch, seq, top: seq });
    place.held.forEach((held, heldSeq) => {
      if (held.epoch !== epoch || heldSeq <= seq) {
        place.held.delete(heldSeq);
      } else {
        place.top = Math.max(place.top, heldSeq);
      }
    });
  }

  private deliverHeld(place: Place): void {
    if (place.epoch === null) {
      return;
    }
    for (let next; (next = place.held.get(place.seq + 1));) {
      place.held.delete(next.seq);
      place.seq = next.seq;
      this.port.deliver(next.event, next.args);
    }
    if (place.seq >= place.top) {
      stopWaiting(place);
    } else {
      place.timer ??= setTimeout(() => this.skipMissing(place), overtakeMs);
    }
  }

  private skipMissing(place: Place): void {
    place.timer = undefined;
    const held = [...place.held.values()].sort((a, b) => a.seq - b.seq);
    place.held.clear();
    place.seq = place.top;
    held.forEach(({ event, args }) => this.port.deliver(event, args));
    this.port.reportGap();
  }
}

function stopWaiting(place: Place): void {
  clearTimeout(place.timer);
  place.timer = undefined;
}
