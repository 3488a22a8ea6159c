import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, type RouteObject } from 'react-router-dom';
import { paths } from '../shared/paths.js';
import { RequireMenu } from './guard/require-menu.js';
import { RequireSession } from './guard/require-session.js';
import { DiscontinuedPage } from './pages/discontinued-page.js';
import { NoPermissionPage } from './pages/no-permission-page.js';
import { NotBuiltPage } from './pages/not-built-page.js';
import { fetched } from './page-code.js';
import { PageBroken } from './pages/page-broken.js';
import { shellRoutes, type AppRoute } from './routes.js';
import { ShellSkeleton } from './shell/shell-skeleton.js';
import { Shell } from './shell/shell.js';

function toRoute(route: AppRoute): RouteObject {
  if (route.page) {
    return { path: route.path, ...fetched(route.page), errorElement: <PageBroken /> };
  }
  return {
    path: route.path,
    element: route.isDiscontinued ? <DiscontinuedPage /> : <NotBuiltPage />,
  };
}

const router = createBrowserRouter([
  {
    errorElement: <PageBroken />,
    hydrateFallbackElement: <ShellSkeleton />,
    children: [
      { path: paths.home, element: <Navigate replace to={paths.login} /> },
      {
        path: paths.login,
        ...fetched(async () => ({
          Component: (await import('../features/identity/sign-in/login-page.js')).LoginPage,
        })),
      },
      {
        element: <RequireSession />,
        children: [
          { path: paths.noPermission, element: <NoPermissionPage /> },
          {
            path: paths.workbench,
            ...fetched(async () => ({
              Component: (await import('./workbench/workbench-page.js')).WorkbenchPage,
            })),
          },
          { path: '/managerpage', element: <Navigate replace to={paths.myFiles} /> },
          {
            element: <RequireMenu />,
            children: [{ element: <Shell />, children: shellRoutes.map(toRoute) }],
          },
          { path: '*', element: <Navigate replace to={paths.noPermission} /> },
        ],
      },
    ],
  },
]);

/** The whole route table of the specification. */
export const AppRouter = (): ReactNode => <RouterProvider router={router} />;
