import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** Accounts, roles, menus and the own account. */
export const identity = {
  routes: [
    {
      path: pagePaths.users,
      title: 'users',
      icon: 'team',
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-list-page.js')).UserListPage,
    },
    {
      path: pagePaths.user,
      title: 'user',
      newTitle: 'newUser',
      follows: [pagePaths.users],
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-edit-page.js')).UserEditPage,
    },
    {
      path: pagePaths.userPassword,
      title: 'userPassword',
      follows: [pagePaths.users],
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-password-page.js')).UserPasswordPage,
    },
    {
      path: pagePaths.userRoles,
      title: 'userRoles',
      follows: [pagePaths.users],
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-role-page.js')).UserRolePage,
    },
    {
      path: pagePaths.userActivation,
      title: 'userActivation',
      follows: [pagePaths.users],
      words: ['users', 'account', 'roles'],
      page: async () => (await import('./users/pages/user-activation-page.js')).UserActivationPage,
    },
    {
      path: pagePaths.account,
      title: 'account',
      isOwn: true,
      words: ['account', 'roles'],
      page: async () => (await import('./account/pages/user-center-page.js')).UserCenterPage,
    },
    {
      path: pagePaths.ownPassword,
      title: 'ownPassword',
      isOwn: true,
      words: ['account'],
      page: async () => (await import('./account/pages/edit-password-page.js')).EditPasswordPage,
    },
    {
      path: pagePaths.ownMobile,
      title: 'ownMobile',
      isOwn: true,
      words: ['account'],
      page: async () => (await import('./account/contact/contact-page.js')).EditPhonePage,
    },
    {
      path: pagePaths.ownEmail,
      title: 'ownEmail',
      isOwn: true,
      words: ['account'],
      page: async () => (await import('./account/contact/contact-page.js')).EditEmailPage,
    },
    {
      path: pagePaths.roles,
      title: 'roles',
      icon: 'userSwitch',
      words: ['roles'],
      page: async () => (await import('./roles/pages/role-page.js')).RolePage,
    },
    {
      path: pagePaths.menus,
      title: 'menus',
      icon: 'menu',
      page: async () => (await import('./menus/pages/menu-page.js')).MenuPage,
    },
    {
      path: pagePaths.menu,
      title: 'menu',
      newTitle: 'newMenu',
      follows: [pagePaths.menus],
      page: async () => (await import('./menus/pages/menu-edit-page.js')).MenuEditPage,
    },
    {
      path: pagePaths.permissions,
      title: 'permissions',
      icon: 'safety',
      words: ['roles'],
      page: async () => (await import('./roles/pages/authority-page.js')).AuthorityPage,
    },
    {
      path: pagePaths.theme,
      title: 'theme',
      icon: 'bgColors',
      words: ['account'],
      page: async () => (await import('./account/pages/theme-page.js')).ThemePage,
    },
  ],
  words: {
    users: { cn: () => import('./users/words.cn.js'), en: () => import('./users/words.en.js') },
    roles: { cn: () => import('./roles/words.cn.js'), en: () => import('./roles/words.en.js') },
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
