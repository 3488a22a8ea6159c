import {
  desktopAssignedSentence,
  desktopMovedSentence,
  nodeAlertsBeganSentence,
  nodeAlertsEndedSentence,
  nodeClonedSentence,
} from '@clusterdesk/contracts/notice-sentences';
import { readHasMenu } from '../../../shared/menus/own-menus.js';
import {
  defineNotificationText,
  type NotificationText,
} from '../../../shared/notifications/notification-text.js';
import { paths } from '../../../shared/paths.js';

interface Hosts {
  hosts: readonly string[];
  count: number;
}

/** Monitoring, of the one host where it is one; nothing for who changes nodes and does not have that page. */
function linkTo({ hosts: [host = ''], count }: Hosts): { path?: string } {
  if (!readHasMenu(paths.monitoring)) {
    return {};
  }
  const search = count === 1 ? `?${new URLSearchParams({ search: host })}` : '';
  return { path: `${paths.monitoring}${search}` };
}

/** What administrators hear of hosts: that they are offline or too busy, and that it is over; and users of their desktops. */
export const alertNotificationTexts: readonly NotificationText[] = [
  defineNotificationText(nodeAlertsBeganSentence, (notice) => ({
    ...linkTo(notice),
    // Jobs and people's desktops are held up until somebody looks.
    isToast: true,
  })),
  defineNotificationText(nodeAlertsEndedSentence, linkTo),
  defineNotificationText(nodeClonedSentence, ({ nodeKind }) => ({
    path: nodeKind === 'compute' ? paths.computeNodes : paths.desktops,
    isToast: true,
  })),
  defineNotificationText(desktopAssignedSentence, () => ({
    path: paths.ownDesktops,
    isToast: true,
  })),
  defineNotificationText(desktopMovedSentence, () => ({ path: paths.ownDesktops })),
];
