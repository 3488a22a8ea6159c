import { healthChangedNotice } from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import { formatList } from '../../shared/lib/format/format-list.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../shared/notifications/notification-text.js';
import { paths } from '../../shared/paths.js';

/** What administrators hear of the platform: which parts are in another state, and why. */
export const healthNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(healthChangedNotice, ({ changed }) => {
    const bad = changed.filter(({ state }) => state !== 'ok');
    const told = bad.length > 0 ? bad : changed;
    const names = formatList(told.map(({ name }) => translate(`health:check_${name}`)));
    return {
      title: translate(bad.length > 0 ? 'health:noticeBad' : 'health:noticeWell', { names }),
      text: bad
        .flatMap(({ reason }) => (reason ? [translate(`health:why_${reason}`)] : []))
        .join(' '),
      path: paths.health,
    };
  }),
];
