import type { AppRoute } from './app-route.js';
import { clusterRoutes } from './cluster-routes.js';
import { fileRoutes } from './file-routes.js';
import { peopleRoutes } from './people-routes.js';
import { platformRoutes } from './platform-routes.js';
import { projectRoutes } from './project-routes.js';

/** All pages inside the shell. */
export const shellRoutes: readonly AppRoute[] = [
  ...fileRoutes,
  ...projectRoutes,
  ...clusterRoutes,
  ...peopleRoutes,
  ...platformRoutes,
];
