import { shareReceivedSentence } from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

/** That somebody shares something, as the receiver reads it: who and what, leading to the share. */
export const shareNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(shareReceivedSentence, ({ shareId }) => ({
    path: paths.receivedShare(shareId),
    listedAt: paths.receivedShares,
  })),
];
