import type { ServerToConsole } from './console-events.js';

/**
 * What kind of event each is. A *state* event says that something stored has changed: it is numbered within its audience, so
 * that a client that misses one knows it and asks for the state again. A *stream* event is one of many that replace each other or carry an
 * offset of their own; one that is lost is not sent again.
 */
export const liveEventKinds = {
  uploadProgress: 'stream',
  filesChanged: 'state',
  packagingProgress: 'state',
  copyProgress: 'state',
  copiesCleared: 'state',
  sharesChanged: 'state',
  projectsChanged: 'state',
  commentsChanged: 'state',
  approvalsChanged: 'state',
  favouritesChanged: 'state',
  trashChanged: 'state',
  nodeStatus: 'state',
  nodeAlertsChanged: 'state',
  metrics: 'stream',
  hostProcesses: 'stream',
  applicationsChanged: 'state',
  applicationOutput: 'stream',
  nodesChanged: 'state',
  desktopSessionsChanged: 'state',
  ownDesktopsChanged: 'state',
  jobUpdated: 'state',
  jobOutput: 'stream',
  // Its socket is closed right after it.
  sessionRevoked: 'stream',
  menusChanged: 'state',
  accountsChanged: 'state',
  queuesChanged: 'state',
  backupsChanged: 'state',
  settingsChanged: 'state',
  feedbackChanged: 'state',
  brandingChanged: 'state',
  upgradeChanged: 'state',
  notificationAdded: 'state',
  notificationsRead: 'state',
  noticePreferenceChanged: 'state',
} as const satisfies Record<keyof ServerToConsole, 'state' | 'stream'>;
