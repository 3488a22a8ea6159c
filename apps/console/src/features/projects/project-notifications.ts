import {
  entryCommentedSentence,
  projectAdminSentence,
  projectDeletedSentence,
  projectJoinedSentence,
  projectLeftSentence,
} from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';
import { commentsPath } from './comments/comments-path.js';
import { projectListOf } from './project-facts.js';

/** What people hear of projects: that they are in, out, or in charge of one, and that one was deleted. */
export const projectNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(projectJoinedSentence, ({ projectId }) => ({
    path: paths.project(projectId),
  })),
  defineNotificationText(projectLeftSentence, () => ({
    path: projectListOf('joined').path,
    // What they have open is gone this moment.
    isToast: true,
  })),
  defineNotificationText(projectAdminSentence, ({ projectId }) => ({
    path: paths.project(projectId),
  })),
  defineNotificationText(projectDeletedSentence, () => ({
    path: projectListOf('joined').path,
    // What they have open is gone this moment.
    isToast: true,
  })),
  defineNotificationText(entryCommentedSentence, ({ projectId, path, entryId }) => ({
    path:
      entryId === undefined
        ? paths.projectEntry(projectId, path)
        : commentsPath(projectId, entryId),
  })),
];
