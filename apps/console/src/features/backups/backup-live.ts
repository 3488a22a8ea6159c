import { queryKeyOf } from '../../shared/api/query.js';
import { onEvent, type LiveRule } from '../../shared/live/rules/live-rules.js';
import { queriesOfBackups } from './api/backup-queries.js';

/** What live events mean for the lists of backups. */
export const backupLiveRules: readonly LiveRule<'backupsChanged'>[] = [
  onEvent('backupsChanged', (cache) =>
    queriesOfBackups.forEach((endpoint) => cache.invalidate(queryKeyOf(endpoint))),
  ),
];
