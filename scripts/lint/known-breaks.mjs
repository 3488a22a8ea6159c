/**
 * Files that still break the table of arrows.mjs, and what of the server they may import nevertheless: a feature, or a
 * folder or file of `src`. Nothing is ever added here; a test fails while an entry is no longer needed.
 */
export const knownBreaks = {
  'apps/server/src/features/account/code-sender.service.ts': ['users'],
  'apps/server/src/features/account/contact-change.service.ts': ['users'],
  'apps/server/src/features/account/password-change.service.ts': ['users'],
  'apps/server/src/features/account/profile.service.ts': ['users'],
  'apps/server/src/features/sessions/console-gateway.service.ts': ['users'],
  'apps/server/src/features/sessions/jump.service.ts': ['users'],
  'apps/server/src/features/sessions/session.controller.ts': ['account'],
  'apps/server/src/features/sessions/session.service.ts': ['users'],
  'apps/server/src/features/sessions/sign-in.service.ts': ['users'],
  'apps/server/src/features/users/bootstrap/develop-user.service.ts': ['sessions'],
  'apps/server/src/features/users/menus/menu.service.ts': ['sessions'],
  'apps/server/src/features/users/roles/role.service.ts': ['sessions'],
  'apps/server/src/features/users/user-state.service.ts': ['sessions'],
  'apps/server/src/features/users/user.controller.ts': ['account', 'sessions'],
  'apps/server/src/features/users/user.module.ts': ['account', 'sessions'],
  'apps/server/src/features/users/user.service.ts': ['sessions'],
  'apps/server/src/platform/database/data-source.ts': ['entities.ts', 'migrations'],
};
