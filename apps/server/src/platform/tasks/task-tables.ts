import { runMigrations } from 'bullmq';
import type { RunStatement } from '../database/data-source.js';

/** Creates BullMQ's tables and functions (schema `bullmq`), or brings them up to date. */
export async function createTaskTables(run: RunStatement): Promise<void> {
  await runMigrations({
    // BullMQ takes what answers as pg does; it declares rows as `any`.
    query: async (statement: string, parameters?: readonly unknown[]) => ({
      rows: asRows(await run(statement, parameters ? [...parameters] : undefined)),
    }),
  });
}

function asRows(result: unknown): never[] {
  return (Array.isArray(result) ? result : []) as never[];
}
