import { words as approvalsCn } from './cn/approvals.js';
import { words as backupsCn } from './cn/backups.js';
import { words as clusterCn } from './cn/cluster.js';
import { words as feedbackCn } from './cn/feedback.js';
import { words as healthCn } from './cn/health.js';
import { words as jobsCn } from './cn/jobs.js';
import { words as licenceCn } from './cn/licence.js';
import { words as notificationsCn } from './cn/notifications.js';
import { words as projectsCn } from './cn/projects.js';
import { words as receivedSharesCn } from './cn/received-shares.js';
import { words as upgradesCn } from './cn/upgrades.js';
import { words as approvalsEn } from './en/approvals.js';
import { words as backupsEn } from './en/backups.js';
import { words as clusterEn } from './en/cluster.js';
import { words as feedbackEn } from './en/feedback.js';
import { words as healthEn } from './en/health.js';
import { words as jobsEn } from './en/jobs.js';
import { words as licenceEn } from './en/licence.js';
import { words as notificationsEn } from './en/notifications.js';
import { words as projectsEn } from './en/projects.js';
import { words as receivedSharesEn } from './en/received-shares.js';
import { words as upgradesEn } from './en/upgrades.js';

/** All words of sentences by language and namespace, for who tells every kind; the console fetches them with its pages. */
export const noticeWords = {
  cn: {
    approvals: approvalsCn,
    backups: backupsCn,
    cluster: clusterCn,
    feedback: feedbackCn,
    health: healthCn,
    jobs: jobsCn,
    licence: licenceCn,
    notifications: notificationsCn,
    projects: projectsCn,
    receivedShares: receivedSharesCn,
    upgrades: upgradesCn,
  },
  en: {
    approvals: approvalsEn,
    backups: backupsEn,
    cluster: clusterEn,
    feedback: feedbackEn,
    health: healthEn,
    jobs: jobsEn,
    licence: licenceEn,
    notifications: notificationsEn,
    projects: projectsEn,
    receivedShares: receivedSharesEn,
    upgrades: upgradesEn,
  },
};
