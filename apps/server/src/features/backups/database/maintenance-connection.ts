import { Logger } from '@nestjs/common';
import pg, { type Client } from 'pg';
import { clientConfig } from '../../../platform/database/postgres.js';
import type { Timings } from '../../../platform/timings.js';

/**
 * A connection beside the pool for statements that take their time, in a database of the same PostgreSQL. Who opens it ends it;
 * ending it while a statement runs cuts the statement off.
 */
export async function openMaintenance(
  databaseUrl: string,
  purpose: string,
  deadlines: Timings['database'],
): Promise<Client> {
  const client = new pg.Client(
    clientConfig(
      { databaseUrl, applicationName: `clusterdesk ${purpose}` },
      { ...deadlines, statementMs: 0, idleInTransactionMs: 0 },
    ),
  );
  // Without a listener a lost connection would end the process; the statement under way fails as well.
  client.on('error', (error) =>
    new Logger('Database').warn(`PostgreSQL (${purpose}): ${error.message}`),
  );
  await client.connect();
  return client;
}
