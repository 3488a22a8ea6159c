/** A path with query parameters; those that are undefined are left out. */
function withQuery(path: string, query: Record<string, string | undefined>): string {
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
} as const;

/** A project's files have an entrance from each of the two lists. */
const projectPages = (page: string) => ({
  folder: (projectId: string, dir = '/'): string =>
    withQuery(page, { id: projectId, dir: dir === '/' ? undefined : dir }),
  /** A search in a project, as `search` in My files. */
  search: (
    projectId: string,
    dir: string,
    key: string,
    scope: 'all' | 'here' = 'all',
    { kind, changed }: { kind?: string; changed?: string } = {},
  ): string => withQuery(page, { id: projectId, ...searchQuery(dir, key, scope, kind, changed) }),
});
const managedProject = projectPages('/managementProjectDetail');
const joinedProject = projectPages('/joinProjectDetail');

/**
 * The console's pages by what they show; the specification's spellings of their paths (part 2 §2) stand here, in the
 * route table and in the menus only.
 */
export const paths = {
  home: firstPaths.home,
  login: firstPaths.login,
  workbench: firstPaths.workbench,
  myFiles: firstPaths.myFiles,
  noPermission: '/noPermission',
  /** The workbench right after a sign-in. */
  workbenchAfterLogin: '/workPlat?isLogin=true',
  folder: (dir: string): string => withQuery('/myDoc', { dir: dir === '/' ? undefined : dir }),
  /** A search from a folder, of everything or of what is below it, narrowed; an empty key shows the folder. */
  search: (
    dir: string,
    key: string,
    scope: 'all' | 'here' = 'all',
    { kind, changed }: { kind?: string; changed?: string } = {},
  ): string => withQuery('/myDoc', searchQuery(dir, key, scope, kind, changed)),
  trash: '/myDoc/trash',
  receivedShares: '/receiveShare',
  /** A folder of a received share, its top unless said. */
  receivedShare: (shareId: string, dir = '/'): string =>
    withQuery('/receiveShare', { share: shareId, dir: dir === '/' ? undefined : dir }),
  /** A search in a received share, as `search` in My files. */
  receivedSearch: (
    shareId: string,
    dir: string,
    key: string,
    scope: 'all' | 'here' = 'all',
    { kind, changed }: { kind?: string; changed?: string } = {},
  ): string =>
    withQuery('/receiveShare', { share: shareId, ...searchQuery(dir, key, scope, kind, changed) }),
  /** Where entries get shared (spec part 1 §2, Share setup). */
  share: (entries: readonly string[]): string =>
    withQuery('/patfromShare', { row: JSON.stringify(entries) }),
  myShares: '/myShare',
  /** Where a link leads those who get it: to its redemption, with the code filled in. */
  shareLink: (id: string, verification: string): string =>
    withQuery('/receiveShare', { id, verification }),
  managedProjects: '/managementProject?type=1',
  joinedProjects: '/joinProject?type=2',
  /** A folder of a project, its top unless said; who did not come from the list of his own is led on. */
  project: managedProject.folder,
  projectSearch: managedProject.search,
  /** The same for who is a member. */
  joinedProject: joinedProject.folder,
  joinedProjectSearch: joinedProject.search,
  projectTrash: (projectId: string): string =>
    withQuery('/managementProjectDetail/trash', { id: projectId }),
  projectMembers: (projectId: string): string => withQuery('/projectMembers', { id: projectId }),
  projectSettings: (projectId: string): string => withQuery('/projectSettings', { id: projectId }),
  /** The switches of one entry of a project. */
  projectPermissions: (projectId: string, file: string): string =>
    withQuery('/authoritySettings', { id: projectId, file }),
  approvals: '/aduitProject',
  /** One application, beside the list of them. */
  approval: (applicationId: string): string => withQuery('/aduitProject', { apply: applicationId }),
  jobs: '/taskManangement',
  job: (jobId: string): string => withQuery('/taskManangement', { jobId }),
  /** Everyone's jobs, of those only one user's; for system administrators. */
  jobsOf: (userName: string): string =>
    withQuery('/taskManangement', { owner: 'all', username: userName }),
  newJob: '/editTask',
  /** A new job with the values of an earlier one. */
  jobLike: (jobId: string): string => withQuery('/editTask', { from: jobId }),
  /** A new job with a script of My files. */
  jobFromScript: (path: string): string => withQuery('/editTask', { script: path }),
  /** The desktops assigned to the user. */
  ownDesktops: '/myDesktops',
  desktops: '/desktopDot',
  newDesktop: '/editDesktopDot',
  desktop: (id: string): string => withQuery('/editDesktopDot', { id }),
  /** To whom a desktop is assigned; the page reads the node from the address (spec part 2 §2). */
  desktopUsers: (id: string, desktopName: string): string =>
    withQuery('/userAssignment', { row: JSON.stringify({ id, desktopName }) }),
  onlineUsers: '/onlineUser',
  computeNodes: '/calculateDot',
  newComputeNode: '/editCalculateDot',
  computeNode: (id: string): string => withQuery('/editCalculateDot', { id }),
  queues: '/queueManangement',
  queue: (id: string): string => withQuery('/editQueue', { id }),
  monitoring: '/platformMonitoring',
  users: '/userList',
  newUser: '/userEdit',
  /** One user, with everything that can be changed. */
  user: (id: string): string => withQuery('/userEdit', { id }),
  userPassword: (id: string): string => withQuery('/userEditPassword', { id }),
  userRoles: (id: string, roleIds: string): string => withQuery('/userEditRole', { id, roleIds }),
  userActivation: (id: string): string => withQuery('/userActivation', { id }),
  log: '/logManagement',
  /** What the log says of one user's doings. */
  logBy: (userId: string): string => withQuery('/logManagement', { userId }),
  /** What the log says of one thing. */
  logOf: (targetType: string, targetId: string): string =>
    withQuery('/logManagement', { targetType, targetId }),
  menus: '/menuManagement',
  newMenu: '/editMenu',
  newMenuBelow: (parentId: string): string => withQuery('/editMenu', { parentId }),
  menu: (id: string): string => withQuery('/editMenu', { id }),
  account: '/userCenter',
  ownPassword: '/editPassword',
  /** The same, before anything else; `next` is where the user was going. */
  ownPasswordFirst: (next: string): string => withQuery('/editPassword', { cbUrl: next }),
  ownMobile: '/editPhone',
  ownEmail: '/editEmail',
  contact: '/contactPage',
} as const;
