import type { AppRoute } from './app-route.js';

/** Pages of accounts and roles. */
export const peopleRoutes: readonly AppRoute[] = [
  {
    path: '/userList',
    title: 'users',
    words: ['users', 'account', 'roles'],
    page: async () => ({
      Component: (await import('../../features/identity/users/pages/user-list-page.js'))
        .UserListPage,
    }),
  },
  {
    path: '/userEdit',
    title: 'user',
    words: ['users', 'account', 'roles'],
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../../features/identity/users/pages/user-edit-page.js'))
        .UserEditPage,
    }),
  },
  {
    path: '/userEditPassword',
    title: 'userPassword',
    words: ['users', 'account', 'roles'],
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../../features/identity/users/pages/user-password-page.js'))
        .UserPasswordPage,
    }),
  },
  {
    path: '/userEditRole',
    title: 'userRoles',
    words: ['users', 'account', 'roles'],
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../../features/identity/users/pages/user-role-page.js'))
        .UserRolePage,
    }),
  },
  {
    path: '/userActivation',
    title: 'userActivation',
    words: ['users', 'account', 'roles'],
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../../features/identity/users/pages/user-activation-page.js'))
        .UserActivationPage,
    }),
  },
  {
    path: '/userCenter',
    title: 'account',
    words: ['account', 'roles'],
    isOwn: true,
    page: async () => ({
      Component: (await import('../../features/identity/account/pages/user-center-page.js'))
        .UserCenterPage,
    }),
  },
  {
    path: '/editPassword',
    title: 'ownPassword',
    words: ['account'],
    isOwn: true,
    page: async () => ({
      Component: (await import('../../features/identity/account/pages/edit-password-page.js'))
        .EditPasswordPage,
    }),
  },
  {
    path: '/editPhone',
    title: 'ownMobile',
    words: ['account'],
    isOwn: true,
    page: async () => ({
      Component: (await import('../../features/identity/account/contact/contact-page.js'))
        .EditPhonePage,
    }),
  },
  {
    path: '/editEmail',
    title: 'ownEmail',
    words: ['account'],
    isOwn: true,
    page: async () => ({
      Component: (await import('../../features/identity/account/contact/contact-page.js'))
        .EditEmailPage,
    }),
  },
  {
    path: '/roleManagement',
    title: 'roles',
    words: ['roles'],
    page: async () => ({
      Component: (await import('../../features/identity/roles/pages/role-page.js')).RolePage,
    }),
  },
];
