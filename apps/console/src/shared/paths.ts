import { noticeChoicesPath } from '@clusterdesk/contracts';

/** A path with query parameters; those that are undefined are left out. */
// That it does nothing else lets the script in the page leave out the addresses that it does not need.
/* @__NO_SIDE_EFFECTS__ */ function withQuery(
  path: string,
  query: Record<string, string | undefined>,
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length === 0 ? path : `${path}?${given.join('&')}`;
}

/** What says of a page of files which folder and which search it shows. */
const searchQuery = (
  dir: string,
  key: string,
  scope: 'all' | 'here',
  kind?: string,
  changed?: string,
): Record<string, string | undefined> => ({
  dir: dir === '/' ? undefined : dir,
  key: key || undefined,
  scope: key && scope === 'here' ? scope : undefined,
  kind: (key && kind) || undefined,
  changed: (key && changed) || undefined,
});

/** Those that the script in the page itself knows, which takes no more than it needs. */
export const firstPaths = {
  home: '/',
  login: '/login',
  workbench: '/workPlat',
  myFiles: '/myDoc',
  /** Followed by the id of a drop box: for people without an account. */
  dropBox: '/drop',
} as const;

/** Every page's own path, as the specification spells it (part 2 §2): route tables, menus and `paths` take it from here. */
export const pagePaths = {
  home: firstPaths.home,
  login: firstPaths.login,
  workbench: firstPaths.workbench,
  myFiles: firstPaths.myFiles,
  trash: '/myDoc/trash',
  myShares: '/myShare',
  receivedShares: '/receiveShare',
  share: '/patfromShare',
  managedProjects: '/managementProject',
  project: '/managementProjectDetail',
  projectTrash: '/managementProjectDetail/trash',
  joinedProjects: '/joinProject',
  joinedProject: '/joinProjectDetail',
  approvals: '/aduitProject',
  projectMembers: '/projectMembers',
  projectSettings: '/projectSettings',
  projectPermissions: '/authoritySettings',
  ownDesktops: '/myDesktops',
  desktops: '/desktopDot',
  desktop: '/editDesktopDot',
  desktopUsers: '/userAssignment',
  onlineUsers: '/onlineUser',
  computeNodes: '/calculateDot',
  computeNode: '/editCalculateDot',
  queues: '/queueManangement',
  newQueue: '/addQueue',
  queue: '/editQueue',
  jobs: '/taskManangement',
  newJob: '/editTask',
  graphs: '/jobGraphs',
  newGraph: '/newJobGraph',
  monitoring: '/platformMonitoring',
  applications: '/applicationList',
  users: '/userList',
  user: '/userEdit',
  userPassword: '/userEditPassword',
  userRoles: '/userEditRole',
  userActivation: '/userActivation',
  account: '/userCenter',
  ownPassword: '/editPassword',
  ownMobile: '/editPhone',
  ownEmail: '/editEmail',
  ownNotices: noticeChoicesPath,
  roles: '/roleManagement',
  menus: '/menuManagement',
  menu: '/editMenu',
  log: '/logManagement',
  permissions: '/authManagement',
  theme: '/themeManagement',
  settings: '/systemeManagement',
  health: '/platformHealth',
  backups: '/backups',
  contact: '/contactPage',
  sceneRecord: '/sceneRecordDetail',
  sceneRecordEdit: '/sceneRecordEdit',
} as const;

/** A project's files have an entrance from each of the two lists. */
const projectPages = /* @__NO_SIDE_EFFECTS__ */ (page: string) => ({
  folder: (projectId: string, dir = '/'): string =>
    withQuery(page, { id: projectId, dir: dir === '/' ? undefined : dir }),
  /** An entry where it lies, with its details open. */
  entry: (projectId: string, path: string): string =>
    withQuery(page, {
      id: projectId,
      dir: path.slice(0, path.lastIndexOf('/')) || undefined,
      show: path,
    }),
  /** A search in a project, as `search` in My files. */
  search: (
    projectId: string,
    dir: string,
    key: string,
    scope: 'all' | 'here' = 'all',
    { kind, changed }: { kind?: string; changed?: string } = {},
  ): string => withQuery(page, { id: projectId, ...searchQuery(dir, key, scope, kind, changed) }),
});
const managedProject = projectPages(pagePaths.project);
const joinedProject = projectPages(pagePaths.joinedProject);

/** The addresses of the console's pages, by what they show. */
export const paths = {
  home: firstPaths.home,
  login: firstPaths.login,
  workbench: firstPaths.workbench,
  myFiles: firstPaths.myFiles,
  noPermission: '/noPermission',
  /** The workbench right after a sign-in. */
  workbenchAfterLogin: '/workPlat?isLogin=true',
  favourites: withQuery(pagePaths.myFiles, { view: 'favourites' }),
  folder: (dir: string): string =>
    withQuery(pagePaths.myFiles, { dir: dir === '/' ? undefined : dir }),
  /** A search from a folder, of everything or of what is below it, narrowed; an empty key shows the folder. */
  search: (
    dir: string,
    key: string,
    scope: 'all' | 'here' = 'all',
    { kind, changed }: { kind?: string; changed?: string } = {},
  ): string => withQuery(pagePaths.myFiles, searchQuery(dir, key, scope, kind, changed)),
  trash: pagePaths.trash,
  receivedShares: pagePaths.receivedShares,
  /** A folder of a received share, its top unless said. */
  receivedShare: (shareId: string, dir = '/'): string =>
    withQuery(pagePaths.receivedShares, { share: shareId, dir: dir === '/' ? undefined : dir }),
  /** A search in a received share, as `search` in My files. */
  receivedSearch: (
    shareId: string,
    dir: string,
    key: string,
    scope: 'all' | 'here' = 'all',
    { kind, changed }: { kind?: string; changed?: string } = {},
  ): string =>
    withQuery(pagePaths.receivedShares, {
      share: shareId,
      ...searchQuery(dir, key, scope, kind, changed),
    }),
  /** Where entries get shared (spec part 1 §2, Share setup). */
  share: (entries: readonly string[]): string =>
    withQuery(pagePaths.share, { row: JSON.stringify(entries) }),
  myShares: pagePaths.myShares,
  /** One share of the user's own, over the list of them. */
  myShare: (shareId: string): string => withQuery(pagePaths.myShares, { share: shareId }),
  /** Where a link leads those who get it: to its redemption, with the code filled in. */
  shareLink: (id: string, verification: string): string =>
    withQuery(pagePaths.receivedShares, { id, verification }),
  managedProjects: `${pagePaths.managedProjects}?type=1`,
  joinedProjects: `${pagePaths.joinedProjects}?type=2`,
  /** A folder of a project, its top unless said; who did not come from the list of his own is led on. */
  project: managedProject.folder,
  projectSearch: managedProject.search,
  projectEntry: managedProject.entry,
  /** The same for who is a member. */
  joinedProject: joinedProject.folder,
  joinedProjectSearch: joinedProject.search,
  projectTrash: (projectId: string): string => withQuery(pagePaths.projectTrash, { id: projectId }),
  projectMembers: (projectId: string): string =>
    withQuery(pagePaths.projectMembers, { id: projectId }),
  projectSettings: (projectId: string): string =>
    withQuery(pagePaths.projectSettings, { id: projectId }),
  /** The switches of one entry of a project. */
  projectPermissions: (projectId: string, file: string): string =>
    withQuery(pagePaths.projectPermissions, { id: projectId, file }),
  approvals: pagePaths.approvals,
  /** A tab of that page: `1` the user's own, `2` those that wait for the user; of one project where it is named. */
  approvalsOf: (me: '1' | '2', projectName?: string): string =>
    withQuery(pagePaths.approvals, { me, search: projectName }),
  /** One application, beside the list of them. */
  approval: (applicationId: string): string =>
    withQuery(pagePaths.approvals, { apply: applicationId }),
  jobs: pagePaths.jobs,
  job: (jobId: string): string => withQuery(pagePaths.jobs, { jobId }),
  /** Everyone's jobs; for system administrators. */
  allJobs: withQuery(pagePaths.jobs, { owner: 'all' }),
  /** Everyone's jobs, of those only one user's; for system administrators. */
  jobsOf: (userName: string): string =>
    withQuery(pagePaths.jobs, { owner: 'all', username: userName }),
  newJob: pagePaths.newJob,
  graphs: pagePaths.graphs,
  newGraph: pagePaths.newGraph,
  graph: (graphId: string): string => withQuery(pagePaths.graphs, { graphId }),
  /** A new job with the values of an earlier one. */
  jobLike: (jobId: string): string => withQuery(pagePaths.newJob, { from: jobId }),
  /** A new job with a script of My files. */
  jobFromScript: (path: string): string => withQuery(pagePaths.newJob, { script: path }),
  /** The desktops assigned to the user. */
  ownDesktops: pagePaths.ownDesktops,
  desktops: pagePaths.desktops,
  newDesktop: pagePaths.desktop,
  desktop: (id: string): string => withQuery(pagePaths.desktop, { id }),
  /** To whom a desktop is assigned; the page reads the node from the address (spec part 2 §2). */
  desktopUsers: (id: string, desktopName: string): string =>
    withQuery(pagePaths.desktopUsers, { row: JSON.stringify({ id, desktopName }) }),
  onlineUsers: pagePaths.onlineUsers,
  computeNodes: pagePaths.computeNodes,
  newComputeNode: pagePaths.computeNode,
  computeNode: (id: string): string => withQuery(pagePaths.computeNode, { id }),
  queues: pagePaths.queues,
  newQueue: pagePaths.newQueue,
  queue: (id: string): string => withQuery(pagePaths.queue, { id }),
  monitoring: pagePaths.monitoring,
  /** All that one host measures, and what runs there. */
  host: (nodeId: string): string => withQuery(pagePaths.monitoring, { host: nodeId }),
  users: pagePaths.users,
  newUser: pagePaths.user,
  /** One user, with everything that can be changed. */
  user: (id: string): string => withQuery(pagePaths.user, { id }),
  userPassword: (id: string): string => withQuery(pagePaths.userPassword, { id }),
  userRoles: (id: string, roleIds: string): string =>
    withQuery(pagePaths.userRoles, { id, roleIds }),
  userActivation: (id: string): string => withQuery(pagePaths.userActivation, { id }),
  log: pagePaths.log,
  /** What the log says of one user's doings. */
  logBy: (userId: string): string => withQuery(pagePaths.log, { userId }),
  /** What the log says of one thing. */
  logOf: (targetType: string, targetId: string): string =>
    withQuery(pagePaths.log, { targetType, targetId }),
  menus: pagePaths.menus,
  newMenu: pagePaths.menu,
  newMenuBelow: (parentId: string): string => withQuery(pagePaths.menu, { parentId }),
  menu: (id: string): string => withQuery(pagePaths.menu, { id }),
  account: pagePaths.account,
  ownPassword: pagePaths.ownPassword,
  /** The same, before anything else; `next` is where the user was going. */
  ownPasswordFirst: (next: string): string => withQuery(pagePaths.ownPassword, { cbUrl: next }),
  ownMobile: pagePaths.ownMobile,
  ownEmail: pagePaths.ownEmail,
  ownNotices: pagePaths.ownNotices,
  settings: pagePaths.settings,
  /** The tab with the values: mail, retention and so on. */
  settingValues: withQuery(pagePaths.settings, { tab: 'values' }),
  health: pagePaths.health,
  backups: pagePaths.backups,
  contact: pagePaths.contact,
  /** The same page at version, licence, copyright. */
  copyright: `${pagePaths.contact}?tab=copyright`,
} as const;
