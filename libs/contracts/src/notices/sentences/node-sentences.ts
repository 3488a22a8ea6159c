import {
  desktopAssignedNotice,
  desktopMovedNotice,
  nodeAlertsBeganNotice,
  nodeAlertsEndedNotice,
  nodeClonedNotice,
} from '../node-notices.js';
import { defineSentence, type NoticeTeller } from '../notice-sentence.js';

interface Hosts {
  hosts: readonly string[];
  count: number;
}

/** The hosts that are named, and how many there are besides. */
function namesOf({ hosts, count }: Hosts, { say, list }: NoticeTeller): string {
  const names = list(hosts);
  return count > hosts.length
    ? say('cluster:notificationHostsMore', { names, count: count - hosts.length })
    : names;
}

export const nodeAlertsBeganSentence = defineSentence(nodeAlertsBeganNotice, (notice, teller) => ({
  title: teller.say(
    notice.isAnother
      ? 'cluster:notificationAnother_disk'
      : `cluster:notificationBegan_${notice.alert}`,
    {
      hosts: namesOf(notice, teller),
      percent: notice.percent,
      minutes: teller.say('cluster:notificationMinutes', { count: notice.minutes }),
    },
  ),
  ...(notice.disks && {
    text: teller.say('cluster:notificationDisks', { disks: teller.list(notice.disks) }),
  }),
  ...(notice.value !== null && {
    text: teller.say('cluster:notificationMean', { value: Math.round(notice.value) }),
  }),
}));

export const nodeAlertsEndedSentence = defineSentence(nodeAlertsEndedNotice, (notice, teller) => ({
  title: teller.say(
    notice.reason === 'recovered'
      ? `cluster:notificationRecovered_${notice.alert}`
      : `cluster:notificationUnwatched_${notice.alert}`,
    { hosts: namesOf(notice, teller), percent: notice.percent },
  ),
}));

export const nodeClonedSentence = defineSentence(
  nodeClonedNotice,
  ({ name, hosts }, { say, list }) => ({
    title: say('cluster:notificationCloned', { name }),
    text: say('cluster:notificationClonedHosts', { hosts: list(hosts) }),
  }),
);

export const desktopAssignedSentence = defineSentence(
  desktopAssignedNotice,
  ({ desktopName: name }, { say }) => ({
    title: say('cluster:notificationDesktopAssigned', { name }),
  }),
);

export const desktopMovedSentence = defineSentence(
  desktopMovedNotice,
  ({ desktopName: name, openUrl }, { say }) => ({
    title: say('cluster:notificationDesktopMoved', { name }),
    text:
      openUrl === null
        ? say('cluster:notificationDesktopNowhere')
        : say('cluster:notificationDesktopAddress', { url: openUrl }),
  }),
);
