import { words as noticeWords } from '@clusterdesk/contracts/notice-words/en/notifications';

/** Words of the list of notifications. */
export const words = {
  ...noticeWords,
  title: 'Notifications',
  readAll: 'Mark all as read',
  older: 'Older notifications',
  none: 'No notifications',
  noneHint: 'Anything that needs your attention appears here.',
  unread: 'Unread:',
  look: 'View',
  choices: 'Settings',
  unknownKind: 'New notification',
  unknownKindHint: 'The platform has been updated. Reload the page to read it.',
  byBrowser: 'Notify me in the browser',
  byBrowserHint: 'The browser shows notifications while this page is in the background.',
  denied: "The browser blocks this site's notifications. Allow them in its site settings.",
  unavailable: 'Browsers offer this only for sites opened over HTTPS.',
};
