import { Socket } from 'node:net';
import type { Client } from 'pg';

/**
 * How long anything that asks PostgreSQL may take, in milliseconds. A caller that finds it away waits at most for a connection
 * and then for one answer, together less than the 10 s after which nothing may still be silent.
 */
export const postgresDeadlines = {
  /** For a connection: a new one, or one of the pool that another call gives back. */
  connectMs: 3_000,
  /** For a statement, ended by PostgreSQL itself. Maintenance raises it for itself: `withStatementTimeout`. */
  statementMs: 5_000,
  /** For a lock of a row, a table or an advisory lock, within the statement's time. */
  lockMs: 4_000,
  /** For a transaction that does nothing: it holds locks and a connection of the pool. */
  idleInTransactionMs: 15_000,
  /**
   * For any answer of PostgreSQL; longer than a statement, so that it speaks only when PostgreSQL cannot. The difference is what
   * a busy machine may take to end a statement and to say so.
   */
  answerMs: 6_500,
} as const;

/** TCP probes begin after so long without traffic: a host that vanished is noticed also while nothing is asked. */
export const keepAliveDelayMs = 10_000;

/**
 * Ends a connection that stays silent though it was asked something. The limits above are kept by PostgreSQL; this one holds
 * when the host, the network or PostgreSQL itself stands still. A connection that is merely idle stays.
 */
export function watchForSilence(client: Client, answerMs: number): void {
  setAnswerDeadline(client, answerMs);
  const { stream } = client.connection;
  stream.on('timeout', () => {
    if (isAnswering(client)) {
      stream.destroy(new SilentPostgresError());
    }
  });
}

/** PostgreSQL was asked and stood still. */
export class SilentPostgresError extends Error {
  constructor() {
    super('PostgreSQL did not answer in time');
    this.name = 'SilentPostgresError';
  }
}

/** Changes how long a watched connection may stay silent; 0: as long as it likes. */
export function setAnswerDeadline(client: Client, answerMs: number): void {
  const { stream } = client.connection;
  // With TLS too: its stream is a socket by itself.
  if (stream instanceof Socket) {
    stream.setTimeout(answerMs);
  }
}

/** A statement was sent and its answer is not complete. The types of pg leave the property out. */
function isAnswering(client: Client): boolean {
  return 'readyForQuery' in client && client.readyForQuery === false;
}
