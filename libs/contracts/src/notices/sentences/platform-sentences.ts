import { backupDrillFailedNotice, backupFailedNotice } from '../backup-notices.js';
import { feedbackLeftNotice } from '../feedback-notices.js';
import { healthChangedNotice } from '../health-notices.js';
import { defineSentence } from '../notice-sentence.js';
import { licenceEndingNotice, upgradeEndedNotice } from '../platform-notices.js';
import { operationStuckNotice } from '../space-notices.js';

export const backupFailedSentence = defineSentence(
  backupFailedNotice,
  ({ what, time, reason }, { say, language }) => ({
    title: say(`backups:notification_${what}`, { time }),
    ...(reason[language] === '' ? {} : { text: reason[language] }),
  }),
);

export const backupDrillFailedSentence = defineSentence(
  backupDrillFailedNotice,
  ({ reason }, { say, language }) => ({
    title: say('backups:notification_drill'),
    text: reason[language],
  }),
);

export const feedbackLeftSentence = defineSentence(feedbackLeftNotice, ({ by, text }, { say }) => ({
  title: say('feedback:notificationLeft', { name: by }),
  text,
}));

export const healthChangedSentence = defineSentence(
  healthChangedNotice,
  ({ changed }, { say, list }) => {
    const bad = changed.filter(({ state }) => state !== 'ok');
    const told = bad.length > 0 ? bad : changed;
    const names = list(told.map(({ name }) => say(`health:check_${name}`)));
    return {
      title: say(bad.length > 0 ? 'health:noticeBad' : 'health:noticeWell', { names }),
      text: bad.flatMap(({ reason }) => (reason ? [say(`health:why_${reason}`)] : [])).join(' '),
    };
  },
);

export const licenceEndingSentence = defineSentence(
  licenceEndingNotice,
  ({ licensee, daysLeft, endTime: time }, { say }) => ({
    title: say(daysLeft === null ? 'licence:endedTitle' : 'licence:endingTitle'),
    text:
      daysLeft === null
        ? say('licence:endedText', { licensee, time })
        : say('licence:endingText', { licensee, time, count: daysLeft }),
  }),
);

export const upgradeEndedSentence = defineSentence(
  upgradeEndedNotice,
  ({ outcome, from, to, by, reason }, { say, language }) => {
    const asked = say('upgrades:notificationBy', { name: by });
    return {
      title: say(`upgrades:notification_${outcome}`, { from, to }),
      text: reason ? `${asked} ${reason[language]}` : asked,
    };
  },
);

export const operationStuckSentence = defineSentence(
  operationStuckNotice,
  ({ waiting }, { say }) => ({
    title: say('notifications:operationStuck', { count: waiting }),
    text: say('notifications:operationStuckHint'),
  }),
);
