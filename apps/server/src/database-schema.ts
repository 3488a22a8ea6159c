import type { Config } from './config/config.js';
import { entities } from './entities.js';
import { migrations } from './migrations/index.js';
import type { DatabaseSchema } from './platform/database/data-source.js';
import { createTaskTables } from './platform/tasks/task-tables.js';

/** All tables of the platform; the task queues have theirs in PostgreSQL only where there is no Redis. */
export function databaseSchema({ redis }: Pick<Config, 'redis'>): DatabaseSchema {
  return { entities, migrations, prepare: redis === undefined ? [createTaskTables] : [] };
}
