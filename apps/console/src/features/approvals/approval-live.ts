import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { onEvent, type LiveRule } from '../../shared/live/live-rules.js';

/** An application that is new, decided or over is asked for again wherever it is shown; cards of projects say how many wait. */
export const approvalLiveRules: LiveRule[] = [
  onEvent('approvalsChanged', (cache) => {
    cache.invalidate(queryKeyOf(endpoints.approvals.list));
    cache.invalidate(queryKeyOf(endpoints.approvals.detail));
    cache.invalidate(queryKeyOf(endpoints.approvals.files));
    cache.invalidate(queryKeyOf(endpoints.projects.list));
    cache.invalidate(queryKeyOf(endpoints.projects.detail));
  }),
];
