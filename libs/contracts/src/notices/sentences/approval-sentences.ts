import { nameInSentence } from '../../name-parts.js';
import { defineSentence, type NoticeTeller } from '../notice-sentence.js';
import {
  approvalGrantedNotice,
  approvalRefusedNotice,
  approvalRequestedNotice,
} from '../project-notices.js';

interface Applied {
  by: string;
  name: string;
  entries: number;
  projectName: string;
  reason: string;
}

const wordsOf = ({ by, name, entries, projectName }: Applied): Record<string, string | number> => ({
  by,
  name: nameInSentence(name),
  count: entries - 1,
  project: projectName,
});
const manyOf = ({ entries }: Applied): '' | 'Many' => (entries > 1 ? 'Many' : '');

/** The reason that somebody gave, where there is one. */
const reasonOf = ({ reason }: Applied, { say }: NoticeTeller): { text?: string } =>
  reason === '' ? {} : { text: say('approvals:notificationReason', { reason }) };

export const approvalRequestedSentence = defineSentence(
  approvalRequestedNotice,
  (notice, teller) => ({
    title: teller.say(`approvals:notificationRequested${manyOf(notice)}`, wordsOf(notice)),
    ...reasonOf(notice, teller),
  }),
);

export const approvalGrantedSentence = defineSentence(approvalGrantedNotice, (notice, { say }) => ({
  title: say(`approvals:notificationGranted${manyOf(notice)}`, wordsOf(notice)),
  text: say('approvals:notificationUntil', { time: notice.endTime }),
}));

export const approvalRefusedSentence = defineSentence(approvalRefusedNotice, (notice, teller) => ({
  title: teller.say(
    `approvals:notification${notice.isRevoked ? 'Revoked' : 'Rejected'}${manyOf(notice)}`,
    wordsOf(notice),
  ),
  ...reasonOf(notice, teller),
}));
