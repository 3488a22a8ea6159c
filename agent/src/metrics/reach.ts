import type { HostReach, MetricReportReply } from '@clusterdesk/contracts';

/** How well the server is reached, between two tellings of it. */
export class Reach {
  private trips = { count: 0, sumMs: 0 };
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
    this.trips.count += 1;
    this.trips.sumMs += tripMs;
    this.clockOffMs = Math.round(hostNow - (now + tripMs / 2));
  }

  /** A connection over which the server was reached is lost. */
  noteCut(): void {
    this.cuts += 1;
  }

  /** What was noted since it was taken last: the mean trip, the clock as it was seen last, and how many cuts there were. */
  take(): HostReach {
    const { trips, clockOffMs, cuts } = this;
    this.trips = { count: 0, sumMs: 0 };
    this.clockOffMs = null;
    this.cuts = 0;
    const roundTripMs =
      trips.count === 0 ? null : Math.round((trips.sumMs / trips.count) * 10) / 10;
    return { roundTripMs, clockOffMs, cuts };
  }
}
