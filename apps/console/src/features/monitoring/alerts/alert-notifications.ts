import {
  desktopAssignedNotice,
  desktopMovedNotice,
  nodeAlertsBeganNotice,
  nodeAlertsEndedNotice,
  nodeClonedNotice,
} from '@clusterdesk/contracts';
import { translate } from '../../../shared/i18n/i18n.js';
import { formatList } from '../../../shared/lib/format/format-list.js';
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

/** The hosts that are named, and how many there are besides. */
function namesOf({ hosts, count }: Hosts): string {
  const names = formatList(hosts);
  return count > hosts.length
    ? translate('cluster:notificationHostsMore', { names, count: count - hosts.length })
    : names;
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
  defineNotificationText(nodeAlertsBeganNotice, (notice) => ({
    title: translate(`cluster:notificationBegan_${notice.alert}`, {
      hosts: namesOf(notice),
      percent: notice.percent,
      minutes: translate('cluster:notificationMinutes', { count: notice.minutes }),
    }),
    ...(notice.value !== null && {
      text: translate('cluster:notificationMean', { value: Math.round(notice.value) }),
    }),
    ...linkTo(notice),
    // Jobs and people's desktops are held up until somebody looks.
    isToast: true,
  })),
  defineNotificationText(nodeAlertsEndedNotice, (notice) => ({
    title: translate(
      notice.reason === 'recovered'
        ? `cluster:notificationRecovered_${notice.alert}`
        : `cluster:notificationUnwatched_${notice.alert}`,
      { hosts: namesOf(notice), percent: notice.percent },
    ),
    ...linkTo(notice),
  })),
  defineNotificationText(nodeClonedNotice, ({ nodeKind, name, hosts }) => ({
    title: translate('cluster:notificationCloned', { name }),
    text: translate('cluster:notificationClonedHosts', {
      hosts: formatList(hosts),
    }),
    path: nodeKind === 'compute' ? paths.computeNodes : paths.desktops,
    isToast: true,
  })),
  defineNotificationText(desktopAssignedNotice, ({ desktopName }) => ({
    title: translate('cluster:notificationDesktopAssigned', { name: desktopName }),
    path: paths.ownDesktops,
    isToast: true,
  })),
  defineNotificationText(desktopMovedNotice, ({ desktopName, openUrl }) => ({
    title: translate('cluster:notificationDesktopMoved', { name: desktopName }),
    text:
      openUrl === null
        ? translate('cluster:notificationDesktopNowhere')
        : translate('cluster:notificationDesktopAddress', { url: openUrl }),
    path: paths.ownDesktops,
  })),
];
