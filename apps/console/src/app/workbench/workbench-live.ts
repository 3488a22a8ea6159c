import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import type { LiveCache } from '../../shared/live/cache/live-cache.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

const staleFigures = (cache: LiveCache): void =>
  cache.invalidate(queryKeyOf(endpoints.workbench.facts));

/** What changes the figures, and the files used last. The jobs follow their own rules. */
export const workbenchLiveRules = [
  onEvent('jobUpdated', staleFigures),
  onEvent('nodeStatus', staleFigures),
  onEvent('nodeAlertsChanged', staleFigures),
  onEvent('notificationAdded', staleFigures),
  onEvent('notificationsRead', staleFigures),
  onEvent('filesChanged', (cache) => {
    staleFigures(cache);
    cache.invalidate(queryKeyOf(endpoints.disk.recentFiles));
  }),
  onEvent('trashChanged', staleFigures),
  onEvent('projectsChanged', staleFigures),
  onEvent('approvalsChanged', staleFigures),
];
