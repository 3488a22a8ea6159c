import {
  projectAdminNotice,
  projectDeletedNotice,
  projectJoinedNotice,
  projectLeftNotice,
} from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';
import { projectListOf } from './project-facts.js';

/** What people hear of projects: that they are in, out, or in charge of one, and that one was deleted. */
export const projectNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(projectJoinedNotice, ({ projectId, projectName, by }) => ({
    title: translate('projects:notificationJoined', { name: projectName, by }),
    path: paths.project(projectId),
  })),
  defineNotificationText(projectLeftNotice, ({ projectName, by }) => ({
    title: translate('projects:notificationLeft', { name: projectName, by }),
    path: projectListOf('joined').path,
    // What they have open is gone this moment.
    isToast: true,
  })),
  defineNotificationText(projectAdminNotice, ({ projectId, projectName }) => ({
    title: translate('projects:notificationAdmin', { name: projectName }),
    text: translate('projects:notificationAdminHint'),
    path: paths.project(projectId),
  })),
  defineNotificationText(projectDeletedNotice, ({ projectName, by }) => ({
    title: translate('projects:notificationDeleted', { name: projectName, by }),
    path: projectListOf('joined').path,
    // What they have open is gone this moment.
    isToast: true,
  })),
];
