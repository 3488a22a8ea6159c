/** Business constants of the specification (part 1 §9, part 2 §9) and of the contract page. Units are in the names. */
export const limits = {
  maxPageSize: 1000,
  /** How many users of a role the list of roles names; `/role/users` gives them all, by page. */
  roleUsersInList: 20,
  /** The most users to whom one call may give a role. */
  roleMaxUsers: 20_000,
  /** The most users one call may change; each is changed in a transaction of its own. */
  bulkUsers: 200,
  /** An account whose validity ends within this time is shown as ending soon. */
  expiresSoonDays: 30,
  maxNameBytes: 255,
  maxPathBytes: 4096,
  /** Nesting of folders: each level of a path is opened separately, and thousands of them would keep the server busy for minutes. */
  maxPathDepth: 256,
  /** How many entries that a folder cannot show are listed by name. */
  hiddenEntriesListed: 1000,
  /** The most paths in one call, and their total length in bytes. */
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
  /** How much of a text file a preview shows. */
  previewTextBytes: 1024 * 1024,
  /** Where a local sync client listens (spec part 1 §7). */
  clientPort: 36_003,
  /** How long deleted entries are kept, unless the setting `trashDays` says otherwise. */
  trashDays: 30,
  /** How many versions of a file are kept and for how many days, unless the settings `fileVersions` and `fileVersionDays` say otherwise. */
  fileVersions: 10,
  fileVersionDays: 90,
  /** How long rows of the log are kept, unless the setting `logDays` says otherwise. */
  logDays: 180,
  /** Rows of one export of the log. */
  logExportRows: 100_000,
  /** How long a person's notifications are kept, and how many of them. */
  notificationDays: 90,
  maxNotifications: 1000,
  /** A message to the administrators, in characters; how many one user may leave in an hour, and how many of each are kept. */
  feedbackLength: 2000,
  feedbackPerHour: 10,
  feedbackKept: 100,
  /** New shares to other people, and calls that add people to projects, per user. */
  sharesPerMinute: 60,
  invitationsPerMinute: 30,
  uploadPanelCloseMs: 5_000,
  downloadPanelCloseMs: 800,
  uploadExpiryMs: 24 * 3_600_000,
  /** Users whom the page of the download switch lists (spec part 2 §9), and the most that are chosen for one state of it. */
  downloadUsersListed: 999,
  downloadSwitchUsers: 5_000,
  downloadTicketMs: 24 * 3_600_000,
  /** Life of the single-use ticket for what the browser fetches on its own. */
  fetchTicketMs: 60_000,
  /** Unless the settings say otherwise: a session ends when it is unused so long, and so long after the sign-in in any case. */
  sessionIdleHours: 7 * 24,
  sessionMaxDays: 30,
  /** A session that a code opened for one target: a working day, however much it is used. */
  targetSessionMs: 8 * 3_600_000,
  /** One more sign-in ends the session that was unused the longest. */
  sessionsPerUser: 100,
  /** How long a device is remembered for a user who signed in on it, and how many users one browser remembers. */
  knownDeviceMs: 30 * 24 * 3_600_000,
  knownDevices: 8,
  /** A single-use code for automatic login. */
  signInCodeMs: 60_000,
  /** Verification codes: how long one is valid, how often one may be sent, how many tries each has. */
  verificationCodeMs: 5 * 60_000,
  verificationResendMs: 60_000,
  verificationTries: 5,
  /** How long the first step of a contact change remains valid. */
  contactConfirmedMs: 10 * 60_000,
  menuIconBytes: 200 * 1024,
  menuIconPixels: 200,
  importMaxRows: 1000,
  workbenchTilesPerPage: 15,
  pageSizes: [10, 20, 30, 40],
  /** Entries of one download, copy or package, folders included. */
  selectionMaxEntries: 1_000_000,
  /** Packages kept for one user; a new one replaces the least recently used. */
  packagesPerUser: 50,
  /** Packages of one user that are waiting or being built. */
  packagesUnderWayPerUser: 10,
  /** Total bytes of one user's packages, unless the setting `packageBytesPerUser` says otherwise. */
  packageBytesPerUser: 200 * 1024 ** 3,
  /** Unfinished uploads of one user; each costs a row and a file, whatever becomes of it. */
  uploadsUnderWayPerUser: 1000,
  /** Copies and other tasks of one user that are waiting or running. */
  copiesUnderWayPerUser: 20,
  /** Copies and other tasks in one list: those under way and those that ended. */
  copiesInList: 50,
  /** Up to so many entries pages move, delete and restore by a call; more are a task. */
  entriesByCall: 500,
  /** Entries of an archive that is unpacked, folders that only stand in paths included, and bytes of its directory. */
  unzipMaxEntries: 100_000,
  unzipDirectoryBytes: 64 * 1024 ** 2,
  /** Above so many bytes, an archive may unpack to so many times its own size at most. */
  unzipFreeBytes: 1024 ** 3,
  unzipRatio: 200,
  /** Folders one call may make, including their missing parents. */
  foldersAtOnce: 20_000,
  /** The most entries in a listing without `size`; larger folders are listed page by page. */
  listMaxEntries: 100_000,
  searchMaxHits: 1000,
  searchMaxMs: 5_000,
  /** How long a folder is measured for its details, and a file read for its checksum. */
  measureMaxMs: 5_000,
  checksumMaxMs: 60_000,
  /** Of a file up to this size pages ask for the checksum by a call; of a larger one by a task. */
  checksumByCallBytes: 1024 ** 3,
  /** A picture of which a thumbnail is made: bytes and pixels; and the longer side of what is made. */
  thumbnailFileBytes: 50 * 1024 ** 2,
  thumbnailFilePixels: 50_000_000,
  thumbnailEdge: 256,
  /** How long a link may be valid; the last value counts as permanent (spec part 1 §9). */
  shareDays: [7, 15, 30, 3600],
  sharePermanentDays: 3600,
  /** Entries, users and downloads of one share; shares of one user; entries and receivers of each that a list names. */
  shareMaxPaths: 1000,
  shareMaxUsers: 1000,
  shareMaxDownloads: 100_000,
  sharesPerUser: 20_000,
  shareFilesInList: 100,
  /** How many of the shares that give one entry its details name. */
  sharesOfEntry: 20,
  shareUsersInList: 20,
  /** How many people are suggested to somebody who shares: those whom they shared with last. */
  recentReceivers: 6,
  /** How many visits to a share are kept. */
  shareVisitsKept: 1000,
  /** What comes by a drop box that is open to people without an account, unless its owner says otherwise. */
  visitorBytes: 10 * 1024 ** 3,
  visitorFiles: 1000,
  /** The most that an owner may say. */
  visitorMaxBytes: 1024 ** 5,
  visitorMaxFiles: 1_000_000,
  /** How long the ticket of a visitor is good. */
  visitorTicketMs: 24 * 3_600_000,
  /** What nobody answers for holds the limits of a drop box no longer than that without a byte. */
  visitorUploadExpiryMs: 3_600_000,
  /** Unfinished uploads of visitors, for one drop box and from one address. */
  visitorUploadsPerBox: 50,
  visitorUploadsPerAddress: 20,
  /** How often one address may look at drop boxes and enter them; a class sits behind one. */
  visitorCallsPerHour: 600,
  /** Of the name that a visitor gives, and of the title of a drop box. */
  visitorNameLength: 60,
  visitorTitleLength: 100,
  /** Wrong codes for one share, or from one user, before further tries are refused for a while. */
  shareWrongCodes: 10,
  shareWrongCodesMs: 15 * 60_000,
  /** A project's name, description (spec part 1 §9) and tags, in characters; how many of each there may be. */
  projectNameLength: 64,
  projectDescribeLength: 100,
  projectTagLength: 32,
  projectTags: 20,
  projectsPerUser: 1000,
  projectMaxUsers: 2000,
  /** How many members a project's card names. */
  projectUsersInList: 20,
  /** How long an approval is valid by default, and at most. */
  approvalDays: 7,
  approvalMaxDays: 365,
  /** An approval that ends within this time is shown as ending soon. */
  approvalEndsSoonMs: 2 * 24 * 3_600_000,
  approvalReasonLength: 500,
  /** Characters of one comment on an entry of a project, comments on one entry, and those that one user writes. */
  commentLength: 2000,
  commentsPerEntry: 500,
  commentsPerMinute: 30,
  /** Files in one application; each is pinned by a row. */
  approvalMaxFiles: 10_000,
  /** Files of an application per page: each is opened for comparison. */
  evidencePage: 200,
  /** How many paths of an application a list names. */
  approvalPathsInList: 20,
  /** Applications of one user within a day, and the files in them. */
  applicationsPerDay: 200,
  applicationFilesPerDay: 20_000,
  /** How long the list of files of an application that was not approved is kept, unless the setting `applicationDays` says otherwise. */
  applicationDays: 30,
  /** How long an ended application is kept at all, unless the setting `decidedApplicationDays` says otherwise. */
  decidedApplicationDays: 3 * 365,
  /** Applications of one user that await a decision. */
  approvalsPendingPerUser: 1000,
  /** How many recently used files are remembered for a user. */
  recentFiles: 20,
  /** How many files and folders one user may mark as favourites, those that cannot be seen at the moment included. */
  favourites: 1000,
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
  /** Nodes of a queue, and projects or users that it names, at most. */
  queueMaxNodes: 1000,
  queueMaxMembers: 2000,
  /** Partitions of Slurm that one queue names, at most. */
  queueMaxPartitions: 50,
  /** Variables of one job: how many, characters of one value, bytes of all as JSON. */
  variablesMax: 100,
  variableMaxLength: 4096,
  variablesMaxBytes: 65_536,
  /** Jobs that one call submits, scripts that a user may save, and queues or projects that one is shared with, at most. */
  jobsAtOnce: 200,
  savedScriptsMax: 500,
  savedScriptShares: 100,
  /** Elements of a job array, and jobs that one waits for, at most. */
  jobArrayMax: 10_000,
  jobAfterMax: 100,
  /** Steps of a graph, and the bytes of all its scripts, at most. */
  graphStepsMax: 50,
  graphScriptsBytes: 4 * 1024 * 1024,
  /** Entries of a project that one job is given by name, and entries that it sees side by side, at most. */
  jobInputsMax: 100,
  jobProjectEntriesMax: 500,
  /** Files that a job made or changed of which the platform keeps a note, at most. */
  jobOutputFilesMax: 1_000,
  /** The port of a desktop that names none (spec part 2 §9). */
  desktopPort: 300,
  /** How long an enrolment command is valid (contract: Cluster). */
  enrolmentMs: 24 * 3_600_000,
  /** The most points in one host's series (contract: `/monitor/data`). */
  monitorMaxPoints: 300,
  /** About how many points all hosts' series have together. With many hosts each has fewer, but never fewer than the second figure, an hour of minutes. */
  monitorPointsOfAll: 60_000,
  monitorLeastPoints: 61,
  /** How long averages of hosts' load are kept, unless the setting `metricsDays` says otherwise. */
  metricsDays: 30,
  /** How long the samples behind these averages are kept, unless the setting `rawMetricsDays` says otherwise. */
  rawMetricsDays: 3,
  /** Percent of a queue's CPUs that one user holds at most while jobs of others wait in it. */
  queueSharePerUser: 50,
  /** How many jobs of one user may wait at once, unless the setting `maxWaitingJobs` says otherwise. */
  maxWaitingJobs: 1000,
  /** A search for jobs holds the open ones and this many of the newest within its time, which bounds its cost. */
  jobsListed: 50_000,
  /** How long the output of an ended job, and the job itself, are kept, unless `jobOutputDays` and `jobDays` say otherwise. */
  jobOutputDays: 90,
  jobDays: 365,
  /** Total bytes of output of one user's jobs, unless the setting `jobOutputBytesPerUser` says otherwise. */
  jobOutputBytesPerUser: 4 * 1024 ** 3,
  /** The longest time limit of a job: a year. */
  jobMaxMinutes: 525_600,
  /** The most memory that a job may ask for, MiB: 16 TiB. */
  jobMaxMemoryMb: 16 * 1024 * 1024,
  jobLogChunkBytes: 64 * 1024,
  jobLogPageBytes: 256 * 1024,
  /** New output up to this size comes with the event that tells of it; of more the event tells only where it ends. */
  jobOutputEventBytes: 8 * 1024,
  /** How much of a job's output is kept; the script runs on beyond it. */
  jobOutputMaxBytes: 1024 ** 3,
  /** A script of an application, and how long it may run on a host before it is ended there. */
  applicationScriptBytes: 64 * 1024,
  applicationRunMs: 30 * 60_000,
  /** How much output of an application's script is kept for each host, and returned in one answer. */
  applicationOutputBytes: 256 * 1024,
  applicationOutputPageBytes: 64 * 1024,
  /** Hosts that one answer about an application names. */
  applicationNodesInList: 2000,
  /** Hosts that a sentence or a row of the log names. */
  applicationNodesNamed: 20,
} as const;
