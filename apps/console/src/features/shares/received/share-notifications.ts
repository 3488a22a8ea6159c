import { shareReceivedNotice } from '@clusterdesk/contracts';
import { nameInSentence } from '../../../shared/files/name-parts.js';
import { translate } from '../../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

/** That somebody shares something, as the receiver reads it: who and what, leading to the share. */
export const shareNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(shareReceivedNotice, ({ shareId, sharer, name, entries, isDropBox }) => {
    const words = { sharer, name: nameInSentence(name), count: entries - 1 };
    return {
      title: translate(
        isDropBox
          ? 'receivedShares:notificationDropBox'
          : entries > 1
            ? 'receivedShares:notificationMany'
            : 'receivedShares:notificationOne',
        words,
      ),
      ...(isDropBox ? { text: translate('receivedShares:notificationDropBoxHint') } : {}),
      path: paths.receivedShare(shareId),
    };
  }),
];
