// One module and not one object: whoever names `endpoints.disk` gets the disk's schemas only. An object would bring all
// features' schemas into every page of the console.
export { sessionEndpoints as sessions } from './identity/sessions.js';
export { accountEndpoints as account } from './identity/account.js';
export { userEndpoints as users } from './identity/users.js';
export { roleEndpoints as roles } from './identity/roles.js';
export { menuEndpoints as menus } from './identity/menus.js';
export { auditEndpoints as audit } from './platform/audit.js';
export { notificationEndpoints as notifications } from './platform/notifications.js';
export { operationsEndpoints as operations } from './platform/operations.js';
export { workbenchEndpoints as workbench } from './platform/workbench.js';
export { diskEndpoints as disk } from './files/disk.js';
export { hiddenEntryEndpoints as hiddenEntries } from './files/hidden-entries.js';
export { trashEndpoints as trash } from './files/trash.js';
export { clientToolEndpoints as clientTools } from './files/client-tools.js';
export { downloadEndpoints as downloads } from './files/downloads.js';
export { uploadEndpoints as uploads } from './files/uploads.js';
export { copyEndpoints as copies } from './files/copies.js';
export { shareEndpoints as shares } from './files/shares.js';
export { projectEndpoints as projects } from './projects/projects.js';
export { projectFileEndpoints as projectFiles } from './projects/project-files.js';
export { approvalEndpoints as approvals } from './projects/approvals.js';
export { applicationEndpoints as applications } from './cluster/applications.js';
export { clusterEndpoints as cluster } from './cluster/cluster.js';
export { desktopEndpoints as desktops } from './cluster/desktops.js';
export { calculationEndpoints as calculations } from './cluster/calculations.js';
export { desktopSessionEndpoints as desktopSessions } from './cluster/desktop-sessions.js';
export { jobEndpoints as jobs } from './cluster/jobs.js';
