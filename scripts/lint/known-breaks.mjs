/**
 * Files that still break the table of arrows.mjs, and what of the server they may import nevertheless: a feature, or a
 * folder or file of `src`. Nothing is ever added here; a test fails while an entry is no longer needed.
 */
export const knownBreaks = {
  'apps/server/src/features/account/code-sender.service.ts': ['users'],
  'apps/server/src/features/account/contact-change.service.ts': ['users'],
  'apps/server/src/features/account/password-change.service.ts': ['users'],
  'apps/server/src/features/account/profile.service.ts': ['users'],
  'apps/server/src/features/copies/copy.controller.ts': ['uploads'],
  'apps/server/src/features/disk/trash/trash-purge.service.ts': ['users'],
  'apps/server/src/features/disk/usage/disk-usage.service.ts': ['users'],
  'apps/server/src/features/sessions/console-gateway.service.ts': ['users'],
  'apps/server/src/features/sessions/jump.service.ts': ['users'],
  'apps/server/src/features/sessions/session.controller.ts': ['account'],
  'apps/server/src/features/sessions/session.service.ts': ['users'],
  'apps/server/src/features/sessions/sign-in.service.ts': ['users'],
  'apps/server/src/features/spaces/quota-reservations.service.ts': ['uploads'],
  'apps/server/src/features/spaces/space-access.service.ts': ['copies'],
  'apps/server/src/features/spaces/transfer-sweeper.service.ts': ['copies', 'downloads', 'uploads'],
  'apps/server/src/features/spaces/transfer.module.ts': ['copies', 'downloads', 'uploads'],
  'apps/server/src/features/spaces/transfer.tasks.ts': ['copies', 'downloads'],
  'apps/server/src/features/users/bootstrap/develop-user.service.ts': ['sessions'],
  'apps/server/src/features/users/menus/menu.service.ts': ['sessions'],
  'apps/server/src/features/users/roles/role.service.ts': ['sessions'],
  'apps/server/src/features/users/user-state.service.ts': ['sessions'],
  'apps/server/src/features/users/user.controller.ts': ['account', 'sessions'],
  'apps/server/src/features/users/user.module.ts': ['account', 'sessions'],
  'apps/server/src/features/users/user.service.ts': ['sessions'],
  'apps/server/src/platform/database/data-source.ts': ['entities.ts', 'migrations'],
};
