import {
  permissionOfMenu,
  type BuiltInRole,
  type LocalizedText,
  type Permission,
} from '@clusterdesk/contracts';
import type { MenuEntity } from './menu.entity.js';

/** A menu of the specification's tree; ids are stable, so that roles and pages can rely on them. */
export interface SeedMenu {
  id: string;
  cn: string;
  en: string;
  url: string;
  /** Whether the role *user* has it. */
  isForUsers?: boolean;
  children?: SeedMenu[];
}

/**
 * The menu tree (spec part 1 §1 and §2, part 2 §2; contract: Menus). A menu with children is a group: its url is where it
 * leads, the permissions come from the children (`permissionOfMenu`).
 */
export const menuSeed: readonly SeedMenu[] = [
  {
    id: 'myDoc',
    cn: '我的数据',
    en: 'My data',
    url: '/myDoc',
    isForUsers: true,
    children: [
      { id: 'myDoc.files', cn: '我的文件', en: 'My files', url: '/myDoc', isForUsers: true },
      { id: 'myDoc.myShare', cn: '我的分享', en: 'My shares', url: '/myShare', isForUsers: true },
      {
        id: 'myDoc.receiveShare',
        cn: '收到的分享',
        en: 'Received shares',
        url: '/receiveShare',
        isForUsers: true,
      },
    ],
  },
  {
    id: 'managementProject',
    cn: '共享空间',
    en: 'Shared space',
    url: '/managementProject',
    isForUsers: true,
    children: [
      {
        id: 'managementProject.managed',
        cn: '我管理的项目',
        en: 'Projects I manage',
        url: '/managementProject',
        isForUsers: true,
      },
      {
        id: 'managementProject.joined',
        cn: '我加入的项目',
        en: 'Projects I joined',
        url: '/joinProject',
        isForUsers: true,
      },
      {
        id: 'managementProject.approvals',
        cn: '审批管理',
        en: 'Approvals',
        url: '/aduitProject',
        isForUsers: true,
      },
    ],
  },
  { id: 'userList', cn: '用户管理', en: 'Users', url: '/userList' },
  {
    id: 'desktopDot',
    cn: '资源管理',
    en: 'Resources',
    url: '/desktopDot',
    isForUsers: true,
    children: [
      { id: 'desktopDot.nodes', cn: '桌面节点', en: 'Desktop nodes', url: '/desktopDot' },
      { id: 'desktopDot.onlineUser', cn: '在线用户', en: 'Online users', url: '/onlineUser' },
      { id: 'desktopDot.calculateDot', cn: '计算节点', en: 'Compute nodes', url: '/calculateDot' },
      { id: 'desktopDot.queues', cn: '队列管理', en: 'Queues', url: '/queueManangement' },
      {
        id: 'desktopDot.jobs',
        cn: '任务管理',
        en: 'Jobs',
        url: '/taskManangement',
        isForUsers: true,
      },
      {
        id: 'desktopDot.own',
        cn: '我的桌面',
        en: 'My desktops',
        url: '/myDesktops',
        isForUsers: true,
      },
    ],
  },
  { id: 'platformMonitoring', cn: '平台监控', en: 'Monitoring', url: '/platformMonitoring' },
  { id: 'applicationList', cn: '应用管理', en: 'Applications', url: '/applicationList' },
  {
    id: 'settings',
    cn: '系统设置',
    en: 'Settings',
    url: '/roleManagement',
    isForUsers: true,
    children: [
      { id: 'settings.roles', cn: '角色管理', en: 'Roles', url: '/roleManagement' },
      { id: 'settings.menus', cn: '菜单管理', en: 'Menus', url: '/menuManagement' },
      { id: 'settings.authority', cn: '权限管理', en: 'Authority', url: '/authManagement' },
      { id: 'settings.log', cn: '日志管理', en: 'Log', url: '/logManagement' },
      {
        id: 'settings.theme',
        cn: '主题管理',
        en: 'Theme',
        url: '/themeManagement',
        isForUsers: true,
      },
      { id: 'settings.system', cn: '系统管理', en: 'System', url: '/systemeManagement' },
      {
        id: 'settings.contact',
        cn: '联系我们',
        en: 'Contact',
        url: '/contactPage',
        isForUsers: true,
      },
    ],
  },
];

const permissions: Readonly<Record<string, Permission>> = permissionOfMenu;

/** Every menu of the first start, a group before what is in it, and whether the role *user* has it. */
export function standardMenus(
  menus: readonly SeedMenu[] = menuSeed,
  parentId: string | null = null,
): { menu: MenuEntity; isForUsers: boolean }[] {
  return menus.flatMap(({ id, cn, en, url, isForUsers = false, children = [] }, position) => [
    {
      menu: {
        id,
        parentId,
        menuName: cn,
        menuNameEn: en,
        menuUrl: url,
        menuIcon: null,
        menuType: 1,
        allowFiles: false,
        permission: permissions[id] ?? null,
        position,
      },
      isForUsers,
    },
    ...standardMenus(children, id),
  ]);
}

/** Names of the two roles that the first start creates. */
export const seedRoles = {
  administrators: { cn: '系统管理员', en: 'System administrator' },
  users: { cn: '普通用户', en: 'User' },
} as const satisfies Record<BuiltInRole, LocalizedText>;

/** What they are for. */
export const seedRoleDescriptions = {
  administrators: {
    cn: '管理平台，拥有全部菜单',
    en: 'Manage the platform; have every menu',
  },
  users: {
    cn: '使用平台的文件与计算功能',
    en: 'Use the files and the computing of the platform',
  },
} as const satisfies Record<BuiltInRole, LocalizedText>;
