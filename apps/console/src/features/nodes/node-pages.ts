/** Every page of nodes and desktop sessions, for the routes: fetched as one piece. */
export { ComputeEditPage } from './compute/compute-edit-page.js';
export { ComputeListPage } from './compute/compute-list-page.js';
export { DesktopEditPage } from './desktops/desktop-edit-page.js';
export { DesktopListPage } from './desktops/desktop-list-page.js';
export { OnlineUsersPage } from './sessions/online-users-page.js';
export { OwnDesktopsPage } from './own/own-desktops-page.js';
export { UserAssignmentPage } from './desktops/user-assignment-page.js';
