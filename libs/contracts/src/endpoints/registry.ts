import type { Endpoint } from '../endpoint.js';
import * as endpoints from './by-feature.js';
import type { auditedEntryPoints } from './platform/audit.js';

export * from './cluster/applications.js';
export * from './cluster/cluster.js';
export * from './cluster/calculations.js';
export * from './cluster/desktop-sessions.js';
export * from './cluster/desktops.js';
export * from './cluster/jobs.js';
export * from './cluster/node-schemas.js';
export * from './cluster/job-rows.js';
export * from './cluster/job-values.js';
export * from './cluster/job-files.js';
export * from './cluster/job-graphs.js';
export * from './cluster/queues.js';
export * from './cluster/saved-scripts.js';
export * from './cluster/slurm.js';
export * from './files/client-tools.js';
export * from './files/copies.js';
export * from './files/disk.js';
export * from './files/favourites.js';
export * from './files/folder-summary.js';
export * from './files/downloads.js';
export * from './files/hidden-entries.js';
export * from './files/share-schemas.js';
export * from './files/shares.js';
export * from './files/share-visitors.js';
export * from './files/trash.js';
export * from './files/uploads.js';
export * from './files/versions.js';
export * from './identity/account.js';
export * from './identity/credentials.js';
export * from './identity/menus.js';
export * from './identity/notice-preferences.js';
export * from './identity/roles.js';
export * from './identity/sessions.js';
export * from './identity/user-bulk.js';
export * from './identity/user-import.js';
export * from './identity/user-schemas.js';
export * from './identity/users.js';
export * from './platform/audit.js';
export * from './platform/backup-import.js';
export * from './platform/backup-store.js';
export * from './platform/backups.js';
export * from './platform/download-permission.js';
export * from './platform/feedback.js';
export * from './platform/branding.js';
export * from './platform/licence.js';
export * from './platform/health.js';
export * from './platform/notifications.js';
export * from './platform/operations.js';
export * from './platform/settings.js';
export * from './platform/upgrade.js';
export * from './platform/workbench.js';
export * from './projects/approvals.js';
export * from './projects/project-comments.js';
export * from './projects/project-files.js';
export * from './projects/project-schemas.js';
export * from './projects/projects.js';

/** Every call the platform answers, by feature. */
export { endpoints };

/** The same as a flat list, for what walks over all of them: routes, OpenAPI, tests. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap(
  (feature): Endpoint[] => Object.values(feature),
);

type CallOf<Feature> = Feature[keyof Feature];
type Call = {
  [Name in keyof typeof endpoints]: CallOf<(typeof endpoints)[Name]>;
}[keyof typeof endpoints];

/** The path of a call that leaves a row in the audit log, or what stands there for what is no call of `/api`. */
export type AuditedCall =
  Extract<Call, { audited: true }>['path'] | CallOf<typeof auditedEntryPoints>['methodName'];
