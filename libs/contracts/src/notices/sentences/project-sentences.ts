import { defineSentence } from '../notice-sentence.js';
import {
  entryCommentedNotice,
  projectAdminNotice,
  projectDeletedNotice,
  projectJoinedNotice,
  projectLeftNotice,
} from '../project-notices.js';

export const projectJoinedSentence = defineSentence(
  projectJoinedNotice,
  ({ projectName: name, by }, { say }) => ({
    title: say('projects:notificationJoined', { name, by }),
  }),
);

export const projectLeftSentence = defineSentence(
  projectLeftNotice,
  ({ projectName: name, by }, { say }) => ({
    title: say('projects:notificationLeft', { name, by }),
  }),
);

export const projectAdminSentence = defineSentence(
  projectAdminNotice,
  ({ projectName: name }, { say }) => ({
    title: say('projects:notificationAdmin', { name }),
    text: say('projects:notificationAdminHint'),
  }),
);

export const projectDeletedSentence = defineSentence(
  projectDeletedNotice,
  ({ projectName: name, by }, { say }) => ({
    title: say('projects:notificationDeleted', { name, by }),
  }),
);

export const entryCommentedSentence = defineSentence(
  entryCommentedNotice,
  ({ projectName: project, name, by }, { say }) => ({
    title: say('projects:notificationCommented', { name, by }),
    text: say('projects:notificationCommentedIn', { project }),
  }),
);
