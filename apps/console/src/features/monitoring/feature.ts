import type { Feature } from '../../shared/feature.js';
import type { LiveCache } from '../../shared/live/cache/live-cache.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** The key of what hosts measured (`endpoints.cluster.monitorData`, whose schemas no first page brings). */
export const monitorDataKey = ['cluster', '/monitor/data'];

/** The workbench hears of hosts too, and shows none of what they measure. */
const isMonitored = (cache: LiveCache): boolean => cache.has(monitorDataKey);

/** How hosts are doing, and the alerts of them. */
export const monitoring = {
  routes: [
    {
      path: pagePaths.monitoring,
      title: { cn: '平台监控', en: 'Monitoring' },
      icon: 'lineChart',
      words: ['cluster'],
      page: async () => (await import('./pages/monitoring-page.js')).MonitoringPage,
    },
  ],
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
