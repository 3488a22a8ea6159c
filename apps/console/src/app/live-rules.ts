import { diskLiveRules } from '../features/disk/disk-live.js';
import { identityLiveRules } from '../features/identity/identity-live.js';
import { notificationLiveRules } from '../features/notifications/notification-live.js';
import { fileLiveRules } from '../shared/file-browser/files-live.js';
import { lateRules } from '../shared/live/late-rules.js';
import type { LiveRule } from '../shared/live/live-rules.js';
import { workbenchLiveRules } from './workbench/workbench-live.js';

const loadProjectRules = async (): Promise<readonly LiveRule[]> =>
  (await import('../features/projects/project-live.js')).projectLiveRules;

/** What live events mean for the cache, of every feature. */
export const liveRules: readonly LiveRule[] = [
  ...identityLiveRules,
  ...fileLiveRules,
  ...diskLiveRules,
  lateRules(
    ['jobUpdated', 'queuesChanged'],
    async () => (await import('../features/jobs/job-live.js')).jobLiveRules,
  ),
  lateRules(
    ['metrics', 'nodeStatus'],
    async () =>
      (await import('../features/cluster/monitoring/monitoring-live.js')).clusterLiveRules,
  ),
  lateRules(
    ['nodeAlertsChanged'],
    async () => (await import('../features/cluster/alert-live.js')).alertLiveRules,
  ),
  lateRules(
    ['nodesChanged', 'desktopSessionsChanged', 'ownDesktopsChanged'],
    async () => (await import('../features/cluster/nodes/node-live.js')).nodeLiveRules,
  ),
  lateRules(
    ['applicationsChanged'],
    async () =>
      (await import('../features/cluster/applications/application-live.js')).applicationLiveRules,
  ),
  lateRules(
    ['sharesChanged'],
    async () => (await import('../features/shares/share-live.js')).shareLiveRules,
  ),
  lateRules(['projectsChanged'], loadProjectRules),
  lateRules(['trashChanged'], loadProjectRules, ({ space }) => space === 'project'),
  lateRules(
    ['approvalsChanged', 'projectsChanged'],
    async () => (await import('../features/approvals/approval-live.js')).approvalLiveRules,
  ),
  ...notificationLiveRules,
  ...workbenchLiveRules,
];
