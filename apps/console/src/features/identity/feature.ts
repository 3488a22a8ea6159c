import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** Accounts, roles, menus and the own account. */
export const identity = {
  routes: [
    {
      path: pagePaths.users,
      title: { cn: '用户管理', en: 'Users' },
      icon: 'team',
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-list-page.js')).UserListPage,
    },
    {
      path: pagePaths.user,
      title: { cn: '用户', en: 'User' },
      newTitle: { cn: '新增用户', en: 'Add user' },
      follows: [pagePaths.users],
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-edit-page.js')).UserEditPage,
    },
    {
      path: pagePaths.userPassword,
      title: { cn: '重置密码', en: 'Reset password' },
      follows: [pagePaths.users],
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-password-page.js')).UserPasswordPage,
    },
    {
      path: pagePaths.userRoles,
      title: { cn: '修改角色', en: 'Change roles' },
      follows: [pagePaths.users],
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-role-page.js')).UserRolePage,
    },
    {
      path: pagePaths.userActivation,
      title: { cn: '激活用户', en: 'Reactivate user' },
      follows: [pagePaths.users],
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-activation-page.js')).UserActivationPage,
    },
    {
      path: pagePaths.account,
      title: { cn: '个人中心', en: 'Profile' },
      isOwn: true,
      words: ['account', 'roles'],
      page: async () => (await import('./account/pages/user-center-page.js')).UserCenterPage,
    },
    {
      path: pagePaths.ownPassword,
      title: { cn: '修改密码', en: 'Change password' },
      isOwn: true,
      words: ['account'],
      page: async () => (await import('./account/pages/edit-password-page.js')).EditPasswordPage,
    },
    {
      path: pagePaths.ownMobile,
      title: { cn: '修改手机号', en: 'Change mobile number' },
      isOwn: true,
      words: ['account'],
      page: async () => (await import('./account/contact/contact-page.js')).EditPhonePage,
    },
    {
      path: pagePaths.ownEmail,
      title: { cn: '修改邮箱', en: 'Change email' },
      isOwn: true,
      words: ['account'],
      page: async () => (await import('./account/contact/contact-page.js')).EditEmailPage,
    },
    {
      path: pagePaths.roles,
      title: { cn: '角色管理', en: 'Roles' },
      icon: 'userSwitch',
      words: ['roles'],
      page: async () => (await import('./roles/pages/role-page.js')).RolePage,
    },
    {
      path: pagePaths.menus,
      title: { cn: '菜单管理', en: 'Menus' },
      icon: 'menu',
      words: ['menus'],
      page: async () => (await import('./menus/pages/menu-page.js')).MenuPage,
    },
    {
      path: pagePaths.menu,
      title: { cn: '编辑菜单', en: 'Edit menu' },
      newTitle: { cn: '新增菜单', en: 'Add menu' },
      follows: [pagePaths.menus],
      words: ['menus'],
      page: async () => (await import('./menus/pages/menu-edit-page.js')).MenuEditPage,
    },
    {
      path: pagePaths.permissions,
      title: { cn: '权限管理', en: 'Permissions' },
      icon: 'safety',
      words: ['roles'],
      page: async () => (await import('./roles/pages/authority-page.js')).AuthorityPage,
    },
    {
      path: pagePaths.theme,
      title: { cn: '主题管理', en: 'Theme' },
      icon: 'bgColors',
      words: ['account'],
      page: async () => (await import('./account/pages/theme-page.js')).ThemePage,
    },
  ],
  words: {
    users: { cn: () => import('./users/words.cn.js'), en: () => import('./users/words.en.js') },
    roles: { cn: () => import('./roles/words.cn.js'), en: () => import('./roles/words.en.js') },
    menus: { cn: () => import('./menus/words.cn.js'), en: () => import('./menus/words.en.js') },
    account: {
      cn: () => import('./account/words.cn.js'),
      en: () => import('./account/words.en.js'),
    },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./identity-live.js')).identityLiveRules, {
      menusChanged: true,
      accountsChanged: true,
    }),
  ],
  operations: async () => (await import('./operations.js')).identityOperations,
} as const satisfies Feature;
