import { nameInSentence } from '../../name-parts.js';
import { defineSentence } from '../notice-sentence.js';
import { shareReceivedNotice, visitorFilesNotice } from '../share-notices.js';

export const shareReceivedSentence = defineSentence(
  shareReceivedNotice,
  ({ sharer, name, entries, isDropBox }, { say }) => ({
    title: say(
      isDropBox
        ? 'receivedShares:notificationDropBox'
        : entries > 1
          ? 'receivedShares:notificationMany'
          : 'receivedShares:notificationOne',
      { sharer, name: nameInSentence(name), count: entries - 1 },
    ),
    ...(isDropBox ? { text: say('receivedShares:notificationDropBoxHint') } : {}),
  }),
);

export const visitorFilesSentence = defineSentence(
  visitorFilesNotice,
  ({ title, visitor, files }, { say }) => ({
    title: say(
      visitor === ''
        ? 'receivedShares:notificationVisitorFiles'
        : 'receivedShares:notificationVisitorFilesOf',
      { visitor: nameInSentence(visitor), title: nameInSentence(title), count: files },
    ),
    text: say('receivedShares:notificationVisitorFilesHint'),
  }),
);
