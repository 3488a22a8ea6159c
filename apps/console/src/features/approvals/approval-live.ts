import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

const shown = [endpoints.approvals.list, endpoints.approvals.detail, endpoints.approvals.files];

/**
 * An application that is new, decided or over is asked for again wherever it is shown; cards of projects say how many wait. With a
 * project changes who decides, and what its entries may be called to whom.
 */
export const approvalLiveRules = [
  onEvent('projectsChanged', (cache) => {
    shown.forEach((endpoint) => cache.invalidate(queryKeyOf(endpoint)));
  }),
  onEvent('approvalsChanged', (cache) => {
    shown.forEach((endpoint) => cache.invalidate(queryKeyOf(endpoint)));
    cache.invalidate(queryKeyOf(endpoints.projects.list));
    cache.invalidate(queryKeyOf(endpoints.projects.detail));
  }),
];
