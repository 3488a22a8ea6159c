import { endpoints } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { createBrowserRouter, redirect, RouterProvider, type RouteObject } from 'react-router-dom';
import { queryClient, queryOptionsOf } from '../shared/api/query.js';
import { firstPaths, paths } from '../shared/paths.js';
import { passwordFirstCode } from './guard/password-first-code.js';
import { shellRoutes, type AppRoute } from './features.js';
import { redirectUnauthenticated } from './guard/redirect-unauthenticated.js';
import { withWords } from './i18n/later-words.js';
import { loadOperations } from './operations.js';
import { fetched } from './page-code.js';
import { PageBroken } from './pages/page-broken.js';
import { TitledPages, titled } from './titled-pages.js';

type SignedIn = typeof import('./signed-in.js');

/** The part that only signed-in users need, with the words of the panel above all its pages. */
const signedInCode = (): Promise<SignedIn> => withWords(['transfer'], import('./signed-in.js'));

/** A route of that part. */
const signedIn = (name: keyof SignedIn): ReturnType<typeof fetched> =>
  fetched(async () => (await signedInCode())[name]);

/** What the guard asks and draws for whoever has to change the password first. */
const preparePasswordChange = (): Promise<unknown> =>
  Promise.all([
    passwordFirstCode(),
    signedInCode(),
    queryClient.ensureQueryData(queryOptionsOf(endpoints.account.detail, {})),
  ]);

/** The login page; whoever begins to fill it in will need the rest in a moment. */
const loginPage = async () => {
  const { LoginPage } = await import('../features/identity/sign-in/login-page.js');
  const fetchTheRest = (): void => void signedInCode().catch(() => undefined);
  document.addEventListener('input', fetchTheRest, { once: true });
  return () => <LoginPage preparePasswordChange={preparePasswordChange} />;
};

const workbenchPage = async () => {
  const code = import('./workbench/workbench-page.js');
  return (await withWords(['workbench', 'jobs'], code)).WorkbenchPage;
};

/** For people without an account: it brings nothing of what signed-in users need. */
const dropPage = async () =>
  (await withWords(['dropBox'], import('../features/shares/visitors/drop-page.js'))).DropPage;

const discontinuedPage = fetched(
  async () => (await import('./pages/discontinued-page.js')).DiscontinuedPage,
);

function toRoute(route: AppRoute): RouteObject {
  const handle = titled(route.title, route.newTitle);
  const { page, words = [] } = route;
  if (page) {
    const code = fetched(() => withWords(words, page(loadOperations)));
    return { path: route.path, handle, ...code, errorElement: <PageBroken /> };
  }
  return { path: route.path, handle, ...discontinuedPage };
}

/** What is only there while the console is being developed: the build drops the code (vite/development-only.ts). */
const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/components',
        ...fetched(async () => {
          const code = import('./development/components-page.js');
          return (await withWords(['log'], code)).ComponentsPage;
        }),
      },
    ]
  : [];

redirectUnauthenticated();

/** The whole route table of the specification. */
const router = createBrowserRouter([
  {
    element: <TitledPages />,
    errorElement: <PageBroken />,
    children: [
      { path: paths.home, loader: () => redirect(paths.login) },
      { path: paths.login, handle: titled({ cn: '登录', en: 'Sign in' }), ...fetched(loginPage) },
      {
        path: `${firstPaths.dropBox}/:id`,
        handle: titled({ cn: '提交文件', en: 'Send files' }),
        ...fetched(dropPage),
      },
      ...developmentRoutes,
      {
        ...signedIn('RequireSession'),
        children: [
          {
            path: paths.noPermission,
            handle: titled({ cn: '暂无权限', en: 'No permission' }),
            ...signedIn('NoPermissionPage'),
          },
          { path: '/managerpage', loader: () => redirect(paths.myFiles) },
          {
            ...signedIn('Shell'),
            children: [
              {
                path: paths.workbench,
                handle: titled({ cn: '工作台', en: 'Workbench' }),
                ...fetched(workbenchPage),
                errorElement: <PageBroken />,
              },
              { ...signedIn('RequireMenu'), children: shellRoutes.map(toRoute) },
            ],
          },
          { path: '*', loader: () => redirect(paths.noPermission) },
        ],
      },
    ],
  },
]);

/** Resolves when the first page's code is there, or cannot be fetched: until then the page's own skeleton stays in sight. */
export const firstPage = new Promise<void>((resolve) => {
  const check = ({ initialized }: { initialized: boolean }): void => {
    if (initialized) {
      unsubscribe();
      resolve();
    }
  };
  const unsubscribe = router.subscribe(check);
  check(router.state);
});

/** Shows the page of the current URL. */
export const AppRouter = (): ReactNode => <RouterProvider router={router} />;
