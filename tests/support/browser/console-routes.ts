import { join } from 'node:path';
import { workspace } from '../platform/platform.js';

interface Routes {
  shellRoutes: readonly { path: string }[];
}

// By a path that the compiler does not follow: what a browser runs is checked with other libraries and settings.
const { shellRoutes } = (await import(
  join(workspace, 'apps/console/src/app/features.ts')
)) as Routes;

/** The paths of the console's own pages, in their order. */
export const consoleRoutes = (): string[] => shellRoutes.map(({ path }) => path);
