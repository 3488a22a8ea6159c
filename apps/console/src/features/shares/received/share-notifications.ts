import {
  shareReceivedSentence,
  visitorFilesSentence,
} from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

/** What is told of shares: who shares what, leading to it, and what visitors added to a drop box, leading to the owner's share. */
export const shareNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(shareReceivedSentence, ({ shareId }) => ({
    path: paths.receivedShare(shareId),
    listedAt: paths.receivedShares,
  })),
  defineNotificationText(visitorFilesSentence, ({ shareId }) => ({ path: paths.myShare(shareId) })),
];
