import { jobEndedNotice } from '../job-notices.js';
import { defineSentence } from '../notice-sentence.js';

export const jobEndedSentence = defineSentence(
  jobEndedNotice,
  ({ jobName, status, exitCode }, { say }) => ({
    title: say('jobs:notificationEnded', { name: jobName, state: say(`jobs:status_${status}`) }),
    ...(status === 'FAILED' && exitCode !== null
      ? { text: say('jobs:notificationExitCode', { code: exitCode }) }
      : {}),
  }),
);
