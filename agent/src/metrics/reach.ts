import type { HostReach, MetricReportReply } from '@clusterdesk/contracts';

/** How well the server is reached, between two tellings of it. */
export class Reach {
  private trips: number[] = [];
  private clockOffMs: number | null = null;
  private cuts = 0;

  /**
   * The server has answered a report: what it took longer than the server held it was the way there and back.
   *
   * @param askedAt and `answeredAt`: by `performance.now`
   * @param hostNow the host's clock as it was answered
   */
  noteAnswer(
    askedAt: number,
    answeredAt: number,
    { heldMs, now }: MetricReportReply,
    hostNow = Date.now(),
  ): void {
    // Older servers do not say.
    if (heldMs === undefined || now === undefined) {
      return;
    }
    const tripMs = Math.max(0, answeredAt - askedAt - heldMs);
    this.trips.push(tripMs);
    this.clockOffMs = Math.round(hostNow - (now + tripMs / 2));
  }

  /** A connection over which the server was reached is lost. */
  noteCut(): void {
    this.cuts += 1;
  }

  /** What was noted since it was taken last: the mean trip, the clock as it was seen last, and how many cuts there were. */
  take(): HostReach {
    const { trips, clockOffMs, cuts } = this;
    this.trips = [];
    this.clockOffMs = null;
    this.cuts = 0;
    const sum = trips.reduce((all, one) => all + one, 0);
    const roundTripMs = trips.length === 0 ? null : Math.round((sum / trips.length) * 10) / 10;
    return { roundTripMs, clockOffMs, cuts };
  }
}
