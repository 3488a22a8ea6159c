/**
 * What a user can be permitted, by the built-in menu that carries it (docs/decisions/permission-keys.md). A menu's name,
 * icon, order and address can be edited; its permission never changes, and menus that people make carry none.
 */
export const permissionOfMenu = {
  'myDoc.files': 'disk.use',
  'myDoc.myShare': 'shares.send',
  'myDoc.receiveShare': 'shares.receive',
  'managementProject.managed': 'projects.manage',
  'managementProject.joined': 'projects.join',
  'managementProject.approvals': 'approvals.decide',
  userList: 'users.manage',
  'desktopDot.nodes': 'desktops.manage',
  'desktopDot.onlineUser': 'desktops.end-sessions',
  'desktopDot.calculateDot': 'nodes.manage',
  'desktopDot.queues': 'queues.manage',
  'desktopDot.jobs': 'jobs.use',
  'desktopDot.own': 'desktops.use',
  platformMonitoring: 'monitoring.see',
  applicationList: 'applications.manage',
  'settings.roles': 'roles.manage',
  'settings.menus': 'menus.manage',
  'settings.authority': 'authority.manage',
  'settings.log': 'log.see',
  'settings.theme': 'theme.choose',
  'settings.system': 'system.manage',
  'settings.contact': 'contact.see',
} as const satisfies Record<string, `${string}.${string}`>;

/** One thing that a user may do; endpoints ask for it, roles give it through their menus. */
export type Permission = (typeof permissionOfMenu)[keyof typeof permissionOfMenu];

/** Every permission there is. */
export const permissions: readonly Permission[] = Object.values(permissionOfMenu);

/** Whether a stored key is one that this version knows. */
export function isPermission(key: string): key is Permission {
  return (permissions as readonly string[]).includes(key);
}
