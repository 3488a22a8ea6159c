import type { Feature } from '../../shared/feature.js';
import type { LiveCache } from '../../shared/live/cache/live-cache.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';

/** The key of what hosts measured (`endpoints.cluster.monitorData`, whose schemas no first page brings). */
export const monitorDataKey = ['cluster', '/monitor/data'];

/** The workbench hears of hosts too, and shows none of what they measure. */
const isMonitored = (cache: LiveCache): boolean => cache.has(monitorDataKey);

/** How hosts are doing, and the alerts of them; its page shows what runs on a host, too (app/feature.ts). */
export const monitoring = {
  words: {
    cluster: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./monitoring-live.js')).clusterLiveRules, {
      metrics: isMonitored,
      nodeStatus: isMonitored,
      settingsChanged: isMonitored,
    }),
    lazyLiveRules(async () => (await import('./alerts/alert-live.js')).alertLiveRules, {
      nodeAlertsChanged: isMonitored,
    }),
  ],
  notifications: {
    words: ['cluster'],
    texts: async () => (await import('./alerts/alert-notifications.js')).alertNotificationTexts,
  },
} as const satisfies Feature;
