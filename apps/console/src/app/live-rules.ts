import { endpoints } from '@clusterdesk/contracts';
import { diskLiveRules } from '../features/disk/disk-live.js';
import { identityLiveRules } from '../features/identity/identity-live.js';
import { notificationLiveRules } from '../features/notifications/notification-live.js';
import { queryKeyOf } from '../shared/api/query.js';
import { fileLiveRules } from '../shared/file-browser/files-live.js';
import type { LiveCache } from '../shared/live/cache/live-cache.js';
import { lazyLiveRules } from '../shared/live/rules/lazy-live-rules.js';
import type { LiveRule } from '../shared/live/rules/live-rules.js';
import { workbenchLiveRules } from './workbench/workbench-live.js';

const loadProjectRules = async (): Promise<readonly LiveRule[]> =>
  (await import('../features/projects/project-live.js')).projectLiveRules;

/** The workbench hears of hosts too, and shows none of what they measure. */
const isMonitored = (cache: LiveCache): boolean =>
  cache.has(queryKeyOf(endpoints.cluster.monitorData));

/** What live events mean for the cache, of every feature. */
export const liveRules: readonly LiveRule[] = [
  ...identityLiveRules,
  ...fileLiveRules,
  ...diskLiveRules,
  lazyLiveRules(
    ['jobUpdated', 'queuesChanged'],
    async () => (await import('../features/jobs/job-live.js')).jobLiveRules,
  ),
  lazyLiveRules(
    ['metrics', 'nodeStatus'],
    async () => (await import('../features/monitoring/monitoring-live.js')).clusterLiveRules,
    isMonitored,
  ),
  lazyLiveRules(
    ['nodeAlertsChanged'],
    async () => (await import('../features/monitoring/alerts/alert-live.js')).alertLiveRules,
    isMonitored,
  ),
  lazyLiveRules(
    ['nodesChanged', 'desktopSessionsChanged', 'ownDesktopsChanged'],
    async () => (await import('../features/nodes/node-live.js')).nodeLiveRules,
  ),
  lazyLiveRules(
    ['applicationsChanged'],
    async () => (await import('../features/applications/application-live.js')).applicationLiveRules,
  ),
  lazyLiveRules(
    ['sharesChanged'],
    async () => (await import('../features/shares/share-live.js')).shareLiveRules,
  ),
  lazyLiveRules(['projectsChanged'], loadProjectRules),
  lazyLiveRules(['trashChanged'], loadProjectRules, (_, [{ space }]) => space === 'project'),
  lazyLiveRules(
    ['approvalsChanged', 'projectsChanged'],
    async () => (await import('../features/approvals/approval-live.js')).approvalLiveRules,
  ),
  ...notificationLiveRules,
  ...workbenchLiveRules,
];
