import { Injectable } from '@nestjs/common';
import { Postgres } from '../database/postgres.js';

/** The ways on which messages leave. */
export type DeliveryWay = 'mail' | 'sms';

/** When a message last left on a way, and when one last could not. */
export interface DeliveryOutcome {
  sentAt: Date | null;
  failedAt: Date | null;
}

/** Remembers what became of the last message of each way, for all processes: one row a way. */
@Injectable()
export class DeliveryOutcomes {
  constructor(private readonly postgres: Postgres) {}

  /** Sends, and notes whether it worked. Whether it could be noted changes nothing for the sender. */
  async noting(way: DeliveryWay, send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      await this.note(way, 'failed_at').catch(() => undefined);
      throw error;
    }
    await this.note(way, 'sent_at').catch(() => undefined);
  }

  async read(way: DeliveryWay): Promise<DeliveryOutcome | null> {
    const { rows } = await this.postgres.pool.query<DeliveryOutcome>(
      'SELECT sent_at AS "sentAt", failed_at AS "failedAt" FROM delivery_outcome WHERE way = $1',
      [way],
    );
    return rows[0] ?? null;
  }

  private async note(way: DeliveryWay, column: 'sent_at' | 'failed_at'): Promise<void> {
    await this.postgres.pool.query(
      `INSERT INTO delivery_outcome (way, ${column}) VALUES ($1, now())
       ON CONFLICT (way) DO UPDATE SET ${column} = excluded.${column}`,
      [way],
    );
  }
}
