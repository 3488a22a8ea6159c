import type { Operation } from '../../shared/operation.js';

/** Accounts, sessions, roles and menus in the log. */
export const identityOperations: readonly Operation[] = [
  {
    calls: ['/user/info/login', 'sessions.redeem-code'],
    name: { cn: '登录', en: 'Sign in' },
    done: { cn: '登录{{object}}', en: 'signed in {{object}}' },
  },
  {
    calls: ['/user/info/logout'],
    name: { cn: '退出登录', en: 'Sign out' },
    done: { cn: '退出登录', en: 'signed out' },
  },
  {
    calls: ['/user/info/sessions/end'],
    name: { cn: '下线自己的登录', en: 'Sign out one of their own sessions' },
    done: { cn: '下线了自己的一个登录', en: 'signed out one of their own sessions' },
  },
  {
    calls: ['/user/sessions/end'],
    name: { cn: '下线用户的登录', en: 'Sign out a user' },
    done: { cn: '下线了用户{{object}}的登录', en: 'signed out the user {{object}}' },
  },
  {
    calls: ['/user/info/add'],
    name: { cn: '新增用户', en: 'Add a user' },
    done: { cn: '新增了用户{{object}}', en: 'added the user {{object}}' },
  },
  {
    calls: ['/user/info/edit'],
    name: { cn: '修改用户资料', en: 'Edit a user' },
    done: { cn: '修改了用户{{object}}的资料', en: 'edited the user {{object}}' },
  },
  {
    calls: ['/user/info/delete', '/user/info/bulk/delete'],
    name: { cn: '删除用户', en: 'Delete a user' },
    done: { cn: '删除了用户{{object}}', en: 'deleted the user {{object}}' },
  },
  {
    calls: ['/user/info/freeze', '/user/info/bulk/freeze'],
    name: { cn: '冻结或激活用户', en: 'Suspend or reactivate a user' },
    done: { cn: '冻结或激活了用户{{object}}', en: 'suspended or reactivated the user {{object}}' },
    // Old rows do not say which of the two it was.
    variants: [
      {
        fits: ({ details }) => details?.['isFrozen'] === true || Number(details?.['freeze']) === 1,
        done: { cn: '冻结了用户{{object}}', en: 'suspended the user {{object}}' },
      },
      {
        fits: ({ details }) =>
          details?.['isFrozen'] !== undefined || details?.['freeze'] !== undefined,
        done: { cn: '激活了用户{{object}}', en: 'reactivated the user {{object}}' },
      },
    ],
  },
  {
    calls: ['/user/info/change/password'],
    name: { cn: '重置密码', en: 'Reset a password' },
    done: { cn: '重置了用户{{object}}的密码', en: 'reset the password of {{object}}' },
  },
  {
    calls: ['/user/info/add/role'],
    name: { cn: '修改用户的角色', en: 'Change roles of a user' },
    done: { cn: '修改了用户{{object}}的角色', en: 'changed the roles of {{object}}' },
  },
  {
    calls: ['/user/info/bulk/role'],
    name: { cn: '给用户增加角色', en: 'Add a role to a user' },
    done: { cn: '给用户{{object}}增加了角色', en: 'added a role to {{object}}' },
  },
  {
    calls: ['/user/info/template/upload'],
    name: { cn: '导入用户', en: 'Import users' },
    done: { cn: '导入了用户{{object}}', en: 'imported users {{object}}' },
  },
  {
    calls: ['start'],
    name: { cn: '按配置设置用户', en: 'Set up a configured user' },
    done: { cn: '按配置设置了用户{{object}}', en: 'set up the configured user {{object}}' },
  },
  {
    calls: ['/user/info/update/password'],
    name: { cn: '修改自己的密码', en: 'Change their own password' },
    done: { cn: '修改了自己的密码', en: 'changed their own password' },
  },
  {
    calls: ['/user/info/update/realName'],
    name: { cn: '修改姓名', en: 'Change a name' },
    done: { cn: '修改了{{object}}的姓名', en: 'changed the name of {{object}}' },
  },
  {
    calls: ['/user/info/checkCode'],
    name: { cn: '验证当前联系方式', en: 'Verify the current contact' },
    done: { cn: '验证了当前联系方式', en: 'verified the current contact' },
  },
  {
    calls: ['/user/info/savaMobile'],
    name: { cn: '绑定手机号', en: 'Change the mobile' },
    done: { cn: '绑定了手机号{{object}}', en: 'changed the mobile to {{object}}' },
  },
  {
    calls: ['/user/info/savaEmail'],
    name: { cn: '绑定邮箱', en: 'Change the email' },
    done: { cn: '绑定了邮箱{{object}}', en: 'changed the email to {{object}}' },
  },
  {
    calls: ['/user/info/getCodeByMobile', '/user/info/getCodeByEmail'],
    name: { cn: '申请验证码', en: 'Request a verification code' },
    done: { cn: '申请了验证码{{object}}', en: 'requested a verification code {{object}}' },
  },
  {
    calls: ['/sysLanguage/setSysLanguage'],
    name: { cn: '切换语言', en: 'Switch the language' },
    done: { cn: '切换了语言{{object}}', en: 'switched the language {{object}}' },
  },
  {
    calls: ['/role/add'],
    name: { cn: '新增角色', en: 'Add a role' },
    done: { cn: '新增了角色{{object}}', en: 'added the role {{object}}' },
  },
  {
    calls: ['/role/delete'],
    name: { cn: '删除角色', en: 'Delete a role' },
    done: { cn: '删除了角色{{object}}', en: 'deleted the role {{object}}' },
  },
  {
    calls: ['/role/addUser'],
    name: { cn: '替换角色的用户', en: 'Replace users of a role' },
    done: { cn: '修改了角色{{object}}的用户', en: 'changed the users of the role {{object}}' },
  },
  {
    calls: ['/role/users/add'],
    name: { cn: '向角色添加用户', en: 'Add users to a role' },
    done: { cn: '向角色{{object}}添加了用户', en: 'added users to the role {{object}}' },
  },
  {
    calls: ['/role/users/remove'],
    name: { cn: '从角色移除用户', en: 'Remove users from a role' },
    done: { cn: '从角色{{object}}移除了用户', en: 'removed users from the role {{object}}' },
  },
  {
    calls: ['/role/addMenu'],
    name: { cn: '修改角色的菜单', en: 'Change menus of a role' },
    done: { cn: '修改了角色{{object}}的菜单', en: 'changed the menus of the role {{object}}' },
  },
  {
    calls: ['/menu/add'],
    name: { cn: '保存菜单', en: 'Save a menu' },
    done: { cn: '保存了菜单{{object}}', en: 'saved the menu {{object}}' },
  },
  {
    calls: ['/menu/delete'],
    name: { cn: '删除菜单', en: 'Delete a menu' },
    done: { cn: '删除了菜单{{object}}', en: 'deleted the menu {{object}}' },
  },
  {
    calls: ['/menu/shift'],
    name: { cn: '调整菜单顺序', en: 'Reorder menus' },
    done: { cn: '调整了菜单{{object}}的顺序', en: 'moved the menu {{object}} up or down' },
  },
  {
    calls: ['/menu/restoreStandard'],
    name: { cn: '恢复标准菜单', en: 'Restore the standard menus' },
    done: { cn: '恢复了标准菜单{{object}}', en: 'restored the standard menus {{object}}' },
  },
  {
    calls: ['/menu/upload'],
    name: { cn: '上传菜单图标', en: 'Upload a menu icon' },
    done: { cn: '上传了菜单图标', en: 'uploaded a menu icon' },
  },
];
