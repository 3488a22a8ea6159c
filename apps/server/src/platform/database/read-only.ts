import type { Client } from 'pg';

/** SQLSTATE of a change where none is taken: on a standby, and on a primary that was made one. */
export const readOnlyState = '25006';

/** PostgreSQL answers, but takes no changes: a standby that is not promoted yet, or a primary that is none any more. */
export class ReadOnlyPostgresError extends Error {
  readonly code = readOnlyState;

  constructor() {
    super('PostgreSQL takes no changes: it is a standby, or it was set to read only');
    this.name = 'ReadOnlyPostgresError';
  }
}

/**
 * What libpq calls `target_session_attrs=read-write`, which pg does not know: behind an address that moves from one server to another a
 * connection may lead to a standby, where advisory locks hold nobody and notifications come from nobody.
 * @throws ReadOnlyPostgresError
 */
export async function assertWritable(client: Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'SHOW transaction_read_only',
  );
  if (rows[0]?.transaction_read_only !== 'off') {
    throw new ReadOnlyPostgresError();
  }
}

/** Says so when a statement of the connection is refused for that reason. */
export function watchForReadOnly(client: Client, onReadOnly: () => void): void {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === readOnlyState) {
      onReadOnly();
    }
  });
}
