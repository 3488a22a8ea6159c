import type { Endpoint } from '../endpoint.js';
import { clusterEndpoints } from './cluster/cluster.js';
import { jobEndpoints } from './cluster/jobs.js';
import { clientToolEndpoints } from './files/client-tools.js';
import { copyEndpoints } from './files/copies.js';
import { diskEndpoints } from './files/disk.js';
import { downloadEndpoints } from './files/downloads.js';
import { trashEndpoints } from './files/trash.js';
import { uploadEndpoints } from './files/uploads.js';
import { accountEndpoints } from './identity/account.js';
import { menuEndpoints } from './identity/menus.js';
import { roleEndpoints } from './identity/roles.js';
import { sessionEndpoints } from './identity/sessions.js';
import { userEndpoints } from './identity/users.js';
import { auditEndpoints } from './platform/audit.js';
import { notificationEndpoints } from './platform/notifications.js';
import { operationsEndpoints } from './platform/operations.js';

export * from './cluster/cluster.js';
export * from './cluster/jobs.js';
export * from './files/client-tools.js';
export * from './files/copies.js';
export * from './files/disk.js';
export * from './files/downloads.js';
export * from './files/trash.js';
export * from './files/uploads.js';
export * from './identity/account.js';
export * from './identity/credentials.js';
export * from './identity/menus.js';
export * from './identity/roles.js';
export * from './identity/sessions.js';
export * from './identity/user-schemas.js';
export * from './identity/users.js';
export * from './platform/audit.js';
export * from './platform/notifications.js';
export * from './platform/operations.js';

/** Every call the platform answers, by feature. */
export const endpoints = {
  sessions: sessionEndpoints,
  account: accountEndpoints,
  users: userEndpoints,
  roles: roleEndpoints,
  menus: menuEndpoints,
  audit: auditEndpoints,
  notifications: notificationEndpoints,
  operations: operationsEndpoints,
  disk: diskEndpoints,
  trash: trashEndpoints,
  clientTools: clientToolEndpoints,
  downloads: downloadEndpoints,
  uploads: uploadEndpoints,
  copies: copyEndpoints,
  cluster: clusterEndpoints,
  jobs: jobEndpoints,
} as const;

/** The same as a flat list, for what walks over all of them: routes, OpenAPI, tests. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap(
  (feature): Endpoint[] => Object.values(feature),
);
