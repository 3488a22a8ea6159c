import { join } from 'node:path';
import { workspace } from '../platform/platform.js';

interface Routes {
  shellRoutes: readonly { path: string; page?: unknown }[];
}

// By a path that the compiler does not follow: what a browser runs is checked with other libraries and settings.
const { shellRoutes } = (await import(
  join(workspace, 'apps/console/src/app/features.ts')
)) as Routes;

/** The console's own pages, in their order, and whether they are more than an announcement. */
export const consoleRoutes = (): { path: string; isBuilt: boolean }[] =>
  shellRoutes.map(({ path, page }) => ({ path, isBuilt: page !== undefined }));
