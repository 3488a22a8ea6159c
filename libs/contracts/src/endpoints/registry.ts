import type { Endpoint } from '../endpoint.js';
import { auditEndpoints } from './audit.js';
import { clientToolEndpoints } from './client-tools.js';
import { clusterEndpoints } from './cluster.js';
import { copyEndpoints } from './copies.js';
import { diskEndpoints } from './disk.js';
import { accountEndpoints } from './account.js';
import { jobEndpoints } from './jobs.js';
import { menuEndpoints } from './menus.js';
import { notificationEndpoints } from './notifications.js';
import { operationsEndpoints } from './operations.js';
import { roleEndpoints } from './roles.js';
import { downloadEndpoints } from './downloads.js';
import { sessionEndpoints } from './sessions.js';
import { trashEndpoints } from './trash.js';
import { uploadEndpoints } from './uploads.js';
import { userEndpoints } from './users.js';

export * from './account.js';
export * from './audit.js';
export * from './client-tools.js';
export * from './cluster.js';
export * from './copies.js';
export * from './credentials.js';
export * from './disk.js';
export * from './jobs.js';
export * from './menus.js';
export * from './notifications.js';
export * from './operations.js';
export * from './roles.js';
export * from './downloads.js';
export * from './sessions.js';
export * from './trash.js';
export * from './uploads.js';
export * from './user-schemas.js';
export * from './users.js';

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
