import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { raiseAnswerDeadline } from './postgres-deadlines.js';

/**
 * PostgreSQL ends the statement itself; the connection is given up this much later, milliseconds: what a busy machine may take
 * to end a statement and to say so.
 */
const graceMs = 1_500;

/**
 * A transaction whose statements may take longer than others: maintenance in the worker, which nobody waits for, and a question about
 * very many rows that has to be answered at once. Everything else is cut into slices.
 */
export async function withStatementTimeout<T>(
  dataSource: DataSource,
  timeoutMs: number,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  // The driver's own client; TypeORM leaves its type open.
  const client: unknown = await runner.connect();
  const restore =
    client instanceof pg.Client ? raiseAnswerDeadline(client, timeoutMs + graceMs) : undefined;
  try {
    return await runner.manager.transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = ${Math.trunc(timeoutMs)}`);
      return work(manager);
    });
  } finally {
    restore?.();
    await runner.release();
  }
}
