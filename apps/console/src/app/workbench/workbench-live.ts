import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import type { LiveCache } from '../../shared/live/live-cache.js';
import { onEvent, type LiveRule } from '../../shared/live/live-rules.js';

const staleFacts = (cache: LiveCache): void =>
  cache.invalidate(queryKeyOf(endpoints.workbench.facts));

/** What changes the figures on the tiles, and the files used last. The jobs follow their own rules. */
export const workbenchLiveRules: LiveRule[] = [
  onEvent('jobUpdated', staleFacts),
  onEvent('nodeStatus', staleFacts),
  onEvent('filesChanged', (cache) => {
    staleFacts(cache);
    cache.invalidate(queryKeyOf(endpoints.disk.recentFiles));
  }),
  onEvent('trashChanged', staleFacts),
  onEvent('projectsChanged', staleFacts),
  onEvent('approvalsChanged', staleFacts),
];
