/**
 * Shares readings of something that changes: a caller during a reading does not get its answer, which may be older than the question,
 * but shares the one reading that begins afterwards.
 */
export class SharedReadings<Result> {
  private readonly lanes = new Map<
    string,
    { over: Promise<unknown>; next: Promise<Result> | null }
  >();

  /** Rejects for all who share a reading when it fails. */
  read(key: string, work: () => Promise<Result>): Promise<Result> {
    const lane = this.lanes.get(key);
    if (!lane) {
      return this.begin(key, work);
    }
    lane.next ??= lane.over.then(() => this.begin(key, work));
    return lane.next;
  }

  private begin(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = work();
    const lane: { over: Promise<unknown>; next: Promise<Result> | null } = {
      over: result.catch(() => undefined),
      next: null,
    };
    this.lanes.set(key, lane);
    void lane.over.then(() => {
      if (lane.next === null) {
        this.lanes.delete(key);
      }
    });
    return result;
  }
}
