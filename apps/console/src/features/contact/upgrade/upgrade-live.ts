import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../../shared/api/query.js';
import { onEvent } from '../../../shared/live/rules/live-rules.js';

/** Each step of an upgrade: the card asks how far it is. */
export const upgradeLiveRules = [
  onEvent('upgradeChanged', (cache) => cache.invalidate(queryKeyOf(endpoints.upgrades.state))),
];
