import {
  desktopMovedNotice,
  nodeAlertsBeganNotice,
  nodeAlertsEndedNotice,
  nodeClonedNotice,
} from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import { readHasMenu } from '../../shared/menus/own-menus.js';
import { defineNoticeText, type NoticeText } from '../../shared/notices/notice-text.js';
import { paths } from '../../shared/paths.js';

interface Hosts {
  hosts: readonly string[];
  count: number;
}

/** The hosts that are named, and how many there are besides. */
function namesOf({ hosts, count }: Hosts): string {
  const names = hosts.join(translate('cluster:noticeHostsJoin'));
  return count > hosts.length
    ? translate('cluster:noticeHostsMore', { names, count: count - hosts.length })
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
export const alertNoticeTexts: readonly NoticeText[] = [
  defineNoticeText(nodeAlertsBeganNotice, (notice) => ({
    title: translate(`cluster:noticeBegan_${notice.alert}`, {
      hosts: namesOf(notice),
      percent: notice.percent,
      minutes: translate('cluster:noticeMinutes', { count: notice.minutes }),
    }),
    ...(notice.value !== null && {
      text: translate('cluster:noticeMean', { value: Math.round(notice.value) }),
    }),
    ...linkTo(notice),
    // Jobs and people's desktops are held up until somebody looks.
    isToast: true,
  })),
  defineNoticeText(nodeAlertsEndedNotice, (notice) => ({
    title: translate(
      notice.reason === 'recovered'
        ? `cluster:noticeRecovered_${notice.alert}`
        : `cluster:noticeUnwatched_${notice.alert}`,
      { hosts: namesOf(notice), percent: notice.percent },
    ),
    ...linkTo(notice),
  })),
  defineNoticeText(nodeClonedNotice, ({ nodeKind, name, hosts }) => ({
    title: translate('cluster:noticeCloned', { name }),
    text: translate('cluster:noticeClonedHosts', {
      hosts: hosts.join(translate('cluster:noticeHostsJoin')),
    }),
    path: nodeKind === 'compute' ? paths.computeNodes : paths.desktops,
    isToast: true,
  })),
  defineNoticeText(desktopMovedNotice, ({ desktopName, openUrl }) => ({
    title: translate('cluster:noticeDesktopMoved', { name: desktopName }),
    text:
      openUrl === null
        ? translate('cluster:noticeDesktopNowhere')
        : translate('cluster:noticeDesktopAddress', { url: openUrl }),
    path: paths.workbench,
  })),
];
