import type { LiveMark, LiveReplay, LiveResumeFrom } from '@clusterdesk/contracts';

/** A state event on its way into the log of one audience. */
export interface LiveEntry {
  audience: string;
  event: string;
  /** What the event carries, as JSON of an array: written once, however many read it. */
  args: string;
}

/** A state event with its number. */
export interface LiveDelivery extends LiveMark {
  event: string;
  args: unknown[];
}

/** How many events one answer to `resume` holds for an audience. */
export const replayPageSize = 200;

/** An audience that nobody wrote to or asked for in this time loses its row; its next event begins a new epoch. */
export const cursorKeptMs = 7 * 86_400_000;

/**
 * The bounded log of state events, one for each audience, shared by all processes. Within an audience the order of the
 * numbers is the order in which events became visible, and no number is ever missing between two that are visible, but
 * for those `skip` leaves out on purpose.
 */
export interface LiveLog {
  /**
   * Numbers and keeps the events of a batch, in its order; answers a mark for each entry. `isRetry` says that this batch may
   * have been written already, by a try whose answer was lost: then it is not written twice.
   */
  append(
    batchId: string,
    entries: readonly LiveEntry[],
    isRetry: boolean,
  ): Promise<readonly LiveMark[]>;
  /** How far these audiences are; makes those that do not exist yet. */
  positions(audiences: readonly string[]): Promise<LiveMark[]>;
  /** What followed these places. */
  read(from: readonly LiveResumeFrom[]): Promise<LiveReplay[]>;
  /** Leaves a number out in each audience: whoever asks for what followed is told of a gap. */
  skip(audiences: readonly string[]): Promise<void>;
  /** Removes what is too old, and of these audiences what is too much. */
  prune(audiences: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The newest number of an audience, and the kept events after the place asked from. */
export interface LiveRows {
  audience: string;
  epoch: string;
  top: number;
  events: { seq: number; event: string; args: string }[];
}

/** What a client is told, given the rows that followed its place: all of them without a hole, or that there is a gap. */
export function toReplay(
  from: LiveResumeFrom,
  rows: LiveRows,
  retention: { ms: number; events: number },
): LiveReplay {
  const { audience, epoch, top, events } = rows;
  const gap: LiveReplay = { audience, state: 'gap', epoch, seq: top };
  const first = events[0]?.seq ?? top + 1;
  let after: number;
  if ('epoch' in from) {
    if (from.epoch !== epoch || from.seq > top || (from.seq < top && first !== from.seq + 1)) {
      return gap;
    }
    after = from.seq;
  } else {
    // By age everything young enough is there, unless the bound of the count has removed some of it.
    if (from.ageMs > retention.ms || top - first + 1 >= retention.events) {
      return gap;
    }
    after = first - 1;
  }
  const followed: typeof events = [];
  for (const event of events) {
    if (event.seq !== after + followed.length + 1) {
      break;
    }
    followed.push(event);
  }
  return {
    audience,
    state: 'replayed',
    epoch,
    seq: top,
    events: followed.map(({ seq, event, args }) => ({ seq, event, args: parseArgs(args) })),
    hasMore: after + followed.length < top,
  };
}

/** What `LiveEntry.args` was made from. */
export function parseArgs(json: string): unknown[] {
  const args: unknown = JSON.parse(json);
  return Array.isArray(args) ? args : [];
}
