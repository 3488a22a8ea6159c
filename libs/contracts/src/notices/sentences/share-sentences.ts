import { nameInSentence } from '../../name-parts.js';
import { defineSentence } from '../notice-sentence.js';
import { shareReceivedNotice } from '../share-notices.js';

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
