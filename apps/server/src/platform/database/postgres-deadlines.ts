import { Socket } from 'node:net';
import type { Client } from 'pg';

/** TCP probes begin after this time without traffic: a host that vanished is noticed on idle connections too. */
export const keepAliveDelayMs = 10_000;

/**
 * Ends a connection that stays silent though it was asked something. Its other limits are kept by PostgreSQL; this one holds
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

/** Lets a watched connection stay silent for another while; the returned function puts back what held before. */
export function raiseAnswerDeadline(client: Client, answerMs: number): () => void {
  const { stream } = client.connection;
  const before = stream instanceof Socket ? stream.timeout : undefined;
  setAnswerDeadline(client, answerMs);
  return () => setAnswerDeadline(client, before ?? 0);
}

function setAnswerDeadline(client: Client, answerMs: number): void {
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
