// What every signed-in page stands on, fetched as one: the login page needs none of it.
export { RequireMenu } from './guard/require-menu.js';
export { RequireSession } from './guard/require-session.js';
export { NoPermissionPage } from './pages/no-permission-page.js';
export { Shell } from './shell/shell.js';
