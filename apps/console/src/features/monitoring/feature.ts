import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** How hosts are doing, and the alerts of them. */
export const monitoring = {
  routes: [
    {
      path: pagePaths.monitoring,
      title: 'monitoring',
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
      metrics: true,
      nodeStatus: true,
    }),
    lazyLiveRules(async () => (await import('./alerts/alert-live.js')).alertLiveRules, {
      nodeAlertsChanged: true,
    }),
  ],
  notifications: {
    words: ['cluster'],
    texts: async () => (await import('./alerts/alert-notifications.js')).alertNotificationTexts,
  },
} as const satisfies Feature;
