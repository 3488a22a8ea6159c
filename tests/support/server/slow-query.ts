import { withStatementTimeout } from '../../../apps/server/src/platform/database/long-statement.js';
import type { SpecPlatform } from './spec-platform.js';

/** A statement that takes longer than a call may, as those that fill tables with a million rows. */
export const slowQuery = (
  { dataSource }: SpecPlatform,
  sql: string,
  parameters: unknown[] = [],
): Promise<unknown> =>
  withStatementTimeout(dataSource, 300_000, (manager) => manager.query(sql, parameters));
