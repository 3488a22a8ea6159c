import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { useWatch } from '../../shared/live/connection/live-provider.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

/** What a change by another administrator means for what is shown. */
export const settingLiveRules = [
  onEvent('settingsChanged', (cache) => cache.invalidate(queryKeyOf(endpoints.settings.list))),
];

/** Hears when an administrator changes a setting. */
export const useWatchSettings = (): void => useWatch({ topic: 'settings' });
