import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../../shared/api/query.js';
import { onEvent } from '../../../shared/live/rules/live-rules.js';

/** What news of messages mean for what is shown. */
export const feedbackLiveRules = [
  onEvent('feedbackChanged', (cache) => cache.invalidate(queryKeyOf(endpoints.feedback.list))),
];
