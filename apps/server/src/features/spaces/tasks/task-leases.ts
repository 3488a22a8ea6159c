import {
  DataSource,
  In,
  LessThan,
  Not,
  type EntityManager,
  type EntityTarget,
  type Repository,
} from 'typeorm';

/** A row that one run of a background job works on at a time. */
export interface LeasedRow {
  id: string;
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

/** Who has a row: at least once delivery and killed workers may start several runs for it, and only one may write. */
export class TaskLeases {
  private readonly rows: Repository<LeasedRow>;

  /**
   * @param running the state of a row that a run has; `waiting` is the one before
   * @param leaseMs a run that was not heard of for so long is taken for dead
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly target: EntityTarget<LeasedRow>,
    private readonly running: string,
    private readonly leaseMs: number,
  ) {
    this.rows = dataSource.getRepository(target);
  }

  /** Gives a waiting row, or one whose run died, to a run; false when another has it or it is over. */
  async acquire(id: string, lease: string): Promise<boolean> {
    const result = await this.rows
      .createQueryBuilder()
      .update()
      .set({
        state: this.running,
        lease,
        doneBytes: 0,
        doneFiles: 0,
        touchedAt: new Date(),
        attempts: () => 'attempts + 1',
      })
      .where('id = :id', { id })
      .andWhere("(state = 'waiting' OR (state = :running AND touched_at < :dead))", {
        running: this.running,
        dead: new Date(Date.now() - this.leaseMs),
      })
      .execute();
    return result.affected === 1;
  }

  /**
   * Takes a row away from whatever run has it; false for one that is in one of the states already.
   * @param andThen part of the same transaction: nobody sees the row cancelled before it
   */
  cancel(id: string, isOver: readonly string[], andThen: InTransaction): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager
        .createQueryBuilder()
        .update(this.target)
        .set({ state: 'cancelled', lease: null, touchedAt: new Date() })
        .where('id = :id AND state NOT IN (:...isOver)', { id, isOver })
        .execute();
      if (affected !== 1) {
        return false;
      }
      await andThen(manager);
      return true;
    });
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
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager
        .createQueryBuilder()
        .update(this.target)
        .set({ ...change, touchedAt: new Date() })
        .where({ id, lease })
        .execute();
      if (affected !== 1) {
        return false;
      }
      await andThen(manager);
      return true;
    });
  }

  /** What rows that are not over have yet to write, in bytes; with an id only those that run now, besides the one of that id. */
  async bytesUnderWay(besides?: string): Promise<number> {
    const states = besides === undefined ? ['waiting', this.running] : [this.running];
    const row = await this.rows
      .createQueryBuilder('task')
      .select('coalesce(sum(greatest(task.totalBytes - task.doneBytes, 0)), 0)', 'total')
      .where({ state: In(states), ...(besides !== undefined && { id: Not(besides) }) })
      .getRawOne<{ total: string }>();
    return Number(row?.total ?? 0);
  }

  /** Whether there are such rows, as SQL. */
  get staleCondition(): string {
    const { tableName } = this.rows.metadata;
    return `EXISTS (
      SELECT FROM ${tableName}
      WHERE state IN ('waiting', '${this.running}') AND touched_at < now() - interval '${this.leaseMs} milliseconds')`;
  }

  /** Rows that nobody has worked on for a while although they are not done. */
  listStale(): Promise<Pick<LeasedRow, 'id' | 'userId'>[]> {
    return this.rows.find({
      select: { id: true, userId: true },
      where: {
        state: In(['waiting', this.running]),
        touchedAt: LessThan(new Date(Date.now() - this.leaseMs)),
      },
      take: 100,
    });
  }
}
