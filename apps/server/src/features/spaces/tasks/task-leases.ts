import {
  DataSource,
  In,
  Not,
  type EntityManager,
  type EntityTarget,
  type FindOptionsWhere,
  type Repository,
} from 'typeorm';

/** The delay before a failed run is tried again. */
export const retryMs = 1_000;

/** A row that one run of a background job works on at a time. */
export interface LeasedRow {
  id: string;
  /** What is done, where rows of one table are not all alike. */
  kind?: string;
  userId: string;
  state: string;
  totalBytes: number;
  doneBytes: number;
  doneFiles: number;
  attempts: number;
  lease: string | null;
  touchedAt: Date;
}

type InTransaction = (manager: EntityManager) => Promise<void>;

/** Leases of rows: at-least-once delivery and killed workers may start several runs for a row, and only one may write. */
export class TaskLeases {
  private readonly rows: Repository<LeasedRow>;

  /**
   * @param running the state of a row that a run has; `waiting` is the one before
   * @param leaseMs a run that was silent for this long counts as dead
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly target: EntityTarget<LeasedRow>,
    private readonly running: string,
    private readonly leaseMs: number,
  ) {
    this.rows = dataSource.getRepository(target);
  }

  /**
   * Gives the next row to a run: one that waits or whose run died, of the user with the fewest running, oldest first.
   * @param exceptOf users who are at their limit
   * @returns its id; null when there is none
   */
  async take(lease: string, exceptOf: readonly string[]): Promise<string | null> {
    const { tableName } = this.rows.metadata;
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `UPDATE ${tableName} SET state = $1, lease = $2, done_bytes = 0, done_files = 0, touched_at = now(), attempts = attempts + 1
       WHERE id = (
         SELECT task.id FROM ${tableName} AS task LEFT JOIN (
             SELECT user_id, count(*) AS running FROM ${tableName} WHERE state = $1 AND touched_at >= ${this.deadline} GROUP BY user_id
           ) AS held USING (user_id)
         WHERE (state = 'waiting' AND (attempts = 0 OR touched_at < now() - interval '${retryMs} milliseconds')
             OR state = $1 AND touched_at < ${this.deadline})
           AND user_id <> ALL ($3::uuid[])
         ORDER BY coalesce(running, 0), touched_at LIMIT 1 FOR UPDATE OF task SKIP LOCKED)
       RETURNING id`,
      [this.running, lease, exceptOf],
    );
    return rows[0]?.id ?? null;
  }

  /**
   * Takes a row away from whatever run has it; false for one that is in one of the states already.
   * @param andThen part of the same transaction: nobody sees the row cancelled before it
   */
  cancel(id: string, isOver: readonly string[], andThen: InTransaction): Promise<boolean> {
    const where = { id, state: Not(In(isOver)) };
    return this.change(where, { state: 'cancelled', lease: null }, andThen);
  }

  /**
   * Ends a row in the name of the run that has it; false when the row is no longer the run's own.
   * @param andThen part of the same transaction: nobody sees the row at its end before it
   */
  end(
    id: string,
    lease: string,
    change: Partial<LeasedRow>,
    andThen: InTransaction,
  ): Promise<boolean> {
    return this.change({ id, lease }, change, andThen);
  }

  /**
   * How many bytes open rows have yet to write; with an id, only rows that run now, without the one of that id.
   * @param only which rows write at all
   */
  async bytesUnderWay(besides?: string, only: FindOptionsWhere<LeasedRow> = {}): Promise<number> {
    const states = besides === undefined ? ['waiting', this.running] : [this.running];
    const row = await this.rows
      .createQueryBuilder('task')
      .select('coalesce(sum(greatest(task.totalBytes - task.doneBytes, 0)), 0)', 'total')
      .where({ ...only, state: In(states), ...(besides !== undefined && { id: Not(besides) }) })
      .getRawOne<{ total: string }>();
    return Number(row?.total ?? 0);
  }

  /** Whether an open row was not worked on for a while, as SQL. */
  get staleCondition(): string {
    const { tableName } = this.rows.metadata;
    return `EXISTS (
      SELECT FROM ${tableName} WHERE state IN ('waiting', '${this.running}') AND touched_at < ${this.deadline})`;
  }

  private change(
    where: FindOptionsWhere<LeasedRow>,
    change: Partial<LeasedRow>,
    andThen: InTransaction,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager
        .createQueryBuilder()
        .update(this.target)
        .set({ ...change, touchedAt: new Date() })
        .where(where)
        .execute();
      if (affected !== 1) {
        return false;
      }
      await andThen(manager);
      return true;
    });
  }

  /** A run that was silent since then counts as dead. */
  private get deadline(): string {
    return `now() - interval '${this.leaseMs} milliseconds'`;
  }
}
