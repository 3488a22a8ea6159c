/** Business constants of the specification (part 1 §9, part 2 §9) and of the contract page. Units are in the names. */
export const limits = {
  maxPageSize: 1000,
  /** Of a role's users the list of roles shows so many; `/role/users` has all, by page. */
  roleUsersInList: 20,
  /** Users that one call gives a role to. */
  roleMaxUsers: 20_000,
  /** Users of one call that changes several; each is a transaction of its own. */
  bulkUsers: 200,
  /** A validity that ends within this time is shown as one that ends soon. */
  expiresSoonDays: 30,
  maxNameBytes: 255,
  maxPathBytes: 4096,
  /** Folders above each other: every level of a path is opened by itself, so that a tree of thousands would keep the server busy for minutes. */
  maxPathDepth: 256,
  /** So many entries that a folder cannot show are named. */
  hiddenEntriesListed: 1000,
  /** A call about many entries names at most so many, in paths of at most so many bytes together. */
  maxPaths: 10_000,
  pathListBytes: 4 * 1024 * 1024,
  /** The JSON body of a call: the largest list of paths, or a script, with room for JSON's escapes. */
  jsonBodyBytes: 8 * 1024 * 1024,
  passwordMinLength: 6,
  passwordMaxLength: 18,
  uploadChunkBytes: 20 * 1024 * 1024,
  /** Files up to this size go in batches, many in one request. */
  batchFileBytes: 512 * 1024,
  batchBytes: 8 * 1024 * 1024,
  batchFiles: 200,
  /** Of a text file this much is shown in a preview. */
  previewTextBytes: 1024 * 1024,
  /** Where a local sync client listens (spec part 1 §7). */
  clientPort: 36_003,
  /** Deleted entries are kept so long unless the setting `trashDays` says otherwise. */
  trashDays: 30,
  /** Rows of the log are kept so long unless the setting `logDays` says otherwise. */
  logDays: 180,
  /** Rows of one export of the log. */
  logExportRows: 100_000,
  /** A person's notifications are kept so long, and so many of them. */
  notificationDays: 90,
  maxNotifications: 1000,
  /** Shares that one user gives to others, and calls that add people to projects. */
  sharesPerMinute: 60,
  invitationsPerMinute: 30,
  uploadPanelCloseMs: 5_000,
  downloadPanelCloseMs: 800,
  uploadExpiryMs: 24 * 3_600_000,
  downloadTicketMs: 24 * 3_600_000,
  /** A single-use ticket for what the browser fetches by itself. */
  fetchTicketMs: 60_000,
  sessionIdleMs: 7 * 24 * 3_600_000,
  /** However much it is used, a session ends so long after the sign-in. */
  sessionMaxMs: 30 * 24 * 3_600_000,
  /** A session that a code opened for one target: a working day, however much it is used. */
  targetSessionMs: 8 * 3_600_000,
  /** One more sign-in ends the session that was unused the longest. */
  sessionsPerUser: 100,
  /** How long a device is remembered for a user who signed in on it, and how many users one browser remembers. */
  knownDeviceMs: 30 * 24 * 3_600_000,
  knownDevices: 8,
  /** A single-use code for automatic login. */
  signInCodeMs: 60_000,
  /** Verification codes: how long they are good, how often they are sent, how many tries each has. */
  verificationCodeMs: 5 * 60_000,
  verificationResendMs: 60_000,
  verificationTries: 5,
  /** How long step one of a contact change holds. */
  contactConfirmedMs: 10 * 60_000,
  menuIconBytes: 200 * 1024,
  menuIconPixels: 200,
  importMaxRows: 1000,
  workbenchTilesPerPage: 15,
  pageSizes: [10, 20, 30, 40],
  /** Entries of one download, copy or package, folders included. */
  selectionMaxEntries: 1_000_000,
  /** Packages of one user that are kept at a time; the one used longest ago gives way to a new one. */
  packagesPerUser: 50,
  /** Packages of one user that wait or are being made. */
  packagesUnderWayPerUser: 10,
  /** Bytes of one user's packages together unless the setting `packageBytesPerUser` says otherwise. */
  packageBytesPerUser: 200 * 1024 ** 3,
  /** Uploads of one user that have begun and are not in their place; each is a row and a file, whatever comes of it. */
  uploadsUnderWayPerUser: 1000,
  /** Copies of one user that wait or run. */
  copiesUnderWayPerUser: 20,
  /** Folders of one call, those above them included. */
  foldersAtOnce: 20_000,
  /** Entries that a listing without `size` gives; a larger folder has to be asked for page by page. */
  listMaxEntries: 100_000,
  searchMaxHits: 1000,
  searchMaxMs: 5_000,
  /** How long a folder is measured for its details, and a file read for its checksum. */
  measureMaxMs: 5_000,
  checksumMaxMs: 60_000,
  /** How long a link may be good; the last counts as permanent (spec part 1 §9). */
  shareDays: [7, 15, 30, 3600],
  sharePermanentDays: 3600,
  /** Entries, users and downloads of one share; shares of one user; entries and receivers of each that a list names. */
  shareMaxPaths: 1000,
  shareMaxUsers: 1000,
  shareMaxDownloads: 100_000,
  sharesPerUser: 20_000,
  shareFilesInList: 100,
  shareUsersInList: 20,
  /** Of what people did with a share this much is kept. */
  shareVisitsKept: 1000,
  /** Wrong codes for one share, or by one user, until the next tries are refused for a while. */
  shareWrongCodes: 10,
  shareWrongCodesMs: 15 * 60_000,
  /** A project's name, description (spec part 1 §9) and tags, in characters; how many of each there may be. */
  projectNameLength: 64,
  projectDescribeLength: 100,
  projectTagLength: 32,
  projectTags: 20,
  projectsPerUser: 1000,
  projectMaxUsers: 2000,
  /** Members that a card names. */
  projectUsersInList: 20,
  /** An approval is good for so long unless the project says otherwise, and no longer than the second. */
  approvalDays: 7,
  approvalMaxDays: 365,
  approvalReasonLength: 500,
  /** Files of one application; each is pinned by a row. */
  approvalMaxFiles: 10_000,
  /** Files of an application on a page: each is opened to compare it. */
  evidencePage: 200,
  /** Paths of an application that a list names. */
  approvalPathsInList: 20,
  /** Applications, and files of them, of one user within a day. */
  applicationsPerDay: 200,
  applicationFilesPerDay: 20_000,
  /** What ended unapproved keeps the list of its files so many days, unless the setting `applicationDays` says otherwise. */
  applicationDays: 30,
  /** Applications of one user that wait for a decision. */
  approvalsPendingPerUser: 1000,
  /** So many files that a user touched last are remembered. */
  recentFiles: 20,
  scriptMaxBytes: 1024 * 1024,
  /** How often an agent reports, and after how long without a report its node is offline (contract: Cluster). */
  agentReportMs: 2_000,
  agentSilenceMs: 7_000,
  nodeGraceMs: 60_000,
  /** A node's name and description (spec part 2 §9), in characters; users of one desktop, and how many of them a list names. */
  nodeNameLength: 64,
  nodeDescriptionLength: 100,
  nodeMaxUsers: 2000,
  nodeUsersInList: 20,
  /** The port of a desktop that names none (spec part 2 §9). */
  desktopPort: 300,
  /** How long an enrolment command is good (contract: Cluster). */
  enrolmentMs: 24 * 3_600_000,
  /** Points of one host's series at most (contract: `/monitor/data`). */
  monitorMaxPoints: 300,
  /** Points of all hosts' series together, about: with many hosts each has fewer, but never fewer than these: an hour of minutes. */
  monitorPointsOfAll: 60_000,
  monitorLeastPoints: 61,
  /** Metrics of hosts are kept so long unless the setting `metricsDays` says otherwise. */
  metricsDays: 30,
  /** The samples themselves, of which those are averages, so long unless the setting `rawMetricsDays` says otherwise. */
  rawMetricsDays: 3,
  /** Percent of a queue's CPUs that one user holds at most while jobs of others wait in it. */
  queueSharePerUser: 50,
  /** So many jobs of one user may wait at once unless the setting `maxWaitingJobs` says otherwise. */
  maxWaitingJobs: 1000,
  /** The list of jobs is made of open ones and of so many of the newest: no search costs more than these. */
  jobsListed: 100_000,
  /** Output of an ended job, and the job itself, are kept so long unless `jobOutputDays` and `jobDays` say otherwise. */
  jobOutputDays: 90,
  jobDays: 365,
  /** Bytes of all output of one user's jobs together unless the setting `jobOutputBytesPerUser` says otherwise. */
  jobOutputBytesPerUser: 4 * 1024 ** 3,
  jobLogChunkBytes: 64 * 1024,
  jobLogPageBytes: 256 * 1024,
  /** Of a job's output this much is kept; the script runs on. */
  jobOutputMaxBytes: 64 * 1024 * 1024,
  /** A script of an application, and how long it may run on a host before it is ended there. */
  applicationScriptBytes: 64 * 1024,
  applicationRunMs: 30 * 60_000,
  /** Of the output of an application's script this much is kept for each host, and given in one answer. */
  applicationOutputBytes: 256 * 1024,
  applicationOutputPageBytes: 64 * 1024,
  /** Hosts that one answer about an application names. */
  applicationNodesInList: 2000,
  /** Hosts that a sentence or a row of the log names. */
  applicationNodesNamed: 20,
} as const;
