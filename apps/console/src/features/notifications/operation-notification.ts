import { operationStuckNotice } from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';

/** That changes of files wait to be settled, as administrators read it. */
export const operationNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(operationStuckNotice, ({ waiting }) => ({
    title: translate('notifications:operationStuck', { count: waiting }),
    text: translate('notifications:operationStuckHint'),
    isToast: true,
  })),
];
