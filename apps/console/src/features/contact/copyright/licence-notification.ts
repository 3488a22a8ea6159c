import { licenceEndingSentence } from '@clusterdesk/contracts/notice-sentences';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

/** That the licence ends, as administrators read it. */
export const licenceNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(licenceEndingSentence, () => ({ path: paths.copyright })),
];
