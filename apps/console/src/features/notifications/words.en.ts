/** Words of the list of notifications. */
export const words = {
  title: 'Notifications',
  readAll: 'Mark all as read',
  older: 'Older notifications',
  none: 'No notifications',
  noneHint: 'Anything that needs your attention appears here.',
  unread: 'Unread:',
  look: 'View',
  andMore: '… and {{count}} more',
  unknownKind: 'New notification',
  unknownKindHint: 'The platform has been updated. Reload the page to read it.',
  operationStuck_one: '1 change to files could not be completed',
  operationStuck_other: '{{count}} changes to files could not be completed',
  operationStuckHint:
    'Until then only managers can reach these files. Check the database and the server log.',
  byBrowser: 'Notify me in the browser',
  byBrowserHint: 'The browser shows notifications while this page is in the background.',
  denied: "The browser blocks this site's notifications. Allow them in its site settings.",
  unavailable: 'Browsers offer this only for sites opened over HTTPS.',
};
