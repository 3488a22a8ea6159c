import {
  projectAdminNotice,
  projectDeletedNotice,
  projectJoinedNotice,
  projectLeftNotice,
} from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import { defineNoticeText, type NoticeText } from '../../shared/notices/notice-text.js';
import { paths } from '../../shared/paths.js';
import { projectListOf } from './project-facts.js';

/** What people hear of projects: that they are in, out, or in charge of one, and that one was deleted. */
export const projectNoticeTexts: readonly NoticeText[] = [
  defineNoticeText(projectJoinedNotice, ({ projectId, projectName, by }) => ({
    title: translate('projects:noticeJoined', { name: projectName, by }),
    path: paths.project(projectId),
  })),
  defineNoticeText(projectLeftNotice, ({ projectName, by }) => ({
    title: translate('projects:noticeLeft', { name: projectName, by }),
    path: projectListOf('joined').path,
    // What they have open is gone this moment.
    isToast: true,
  })),
  defineNoticeText(projectAdminNotice, ({ projectId, projectName }) => ({
    title: translate('projects:noticeAdmin', { name: projectName }),
    text: translate('projects:noticeAdminHint'),
    path: paths.project(projectId),
  })),
  defineNoticeText(projectDeletedNotice, ({ projectName, by }) => ({
    title: translate('projects:noticeDeleted', { name: projectName, by }),
    path: projectListOf('joined').path,
    // What they have open is gone this moment.
    isToast: true,
  })),
];
