import { clusterLiveRules } from '../features/cluster/monitoring-live.js';
import { diskLiveRules } from '../features/disk/disk-live.js';
import { identityLiveRules } from '../features/identity/identity-live.js';
import { jobLiveRules } from '../features/jobs/job-live.js';
import { notificationLiveRules } from '../features/notifications/notification-live.js';
import { approvalLiveRules } from '../features/approvals/approval-live.js';
import { projectLiveRules } from '../features/projects/project-live.js';
import { shareLiveRules } from '../features/shares/share-live.js';
import { fileLiveRules } from '../shared/file-browser/files-live.js';
import type { LiveRule } from '../shared/live/live-rules.js';
import { workbenchLiveRules } from './workbench/workbench-live.js';

/** What live events mean for the cache, of every feature. */
export const liveRules: readonly LiveRule[] = [
  ...identityLiveRules,
  ...fileLiveRules,
  ...diskLiveRules,
  ...jobLiveRules,
  ...clusterLiveRules,
  ...shareLiveRules,
  ...projectLiveRules,
  ...approvalLiveRules,
  ...notificationLiveRules,
  ...workbenchLiveRules,
];
