import type { Rolldown } from 'vite';

/** A page whose code is asked for at once, by the page itself, and whose weight is watched. */
export interface FirstPage {
  name: string;
  /** Where it is; absent: everywhere but at the other pages'. */
  path?: string;
  /** The modules it is made of beside the entry: what it imports statically comes with them. */
  modules: readonly string[];
  /** What it may cost over the wire before it can be used; absent: not watched. Each file is a round trip, six at a time. */
  budget?: { bytes: number; files: number };
}

const signedIn = 'src/app/signed-in.ts';

/** The first page is one of these; the router fetches every other page itself, beside what is known of it here. */
export const firstPages: readonly FirstPage[] = [
  {
    name: 'login',
    path: '/login',
    modules: ['src/features/identity/sign-in/login-page.tsx'],
    budget: { bytes: 166_000, files: 9 },
  },
  {
    name: 'drop box of a visitor',
    path: '/drop',
    modules: ['src/features/shares/visitors/drop-page.tsx'],
    budget: { bytes: 168_000, files: 9 },
  },
  {
    name: 'my files',
    path: '/myDoc',
    modules: [signedIn, 'src/app/pages/routes/my-files-route.tsx'],
    budget: { bytes: 302_000, files: 12 },
  },
  {
    name: 'workbench',
    path: '/workPlat',
    modules: [signedIn, 'src/app/workbench/workbench-page.tsx'],
    budget: { bytes: 325_000, files: 30 },
  },
  {
    name: 'user list',
    path: '/userList',
    modules: [signedIn, 'src/features/identity/users/pages/user-list-page.tsx'],
    budget: { bytes: 380_000, files: 30 },
  },
  {
    name: 'jobs',
    path: '/taskManangement',
    modules: [signedIn, 'src/features/jobs/pages/job-list-page.tsx'],
    budget: { bytes: 380_000, files: 30 },
  },
  { name: 'any other page', modules: [signedIn] },
];

/** The words of each language, fetched beside the first page. */
export const wordModules = { cn: 'src/app/i18n/cn.ts', en: 'src/app/i18n/en.ts' } as const;

/** The module that starts everything. */
export const entryModule = 'src/main.tsx';

type Bundle = Rolldown.OutputBundle;

/** The files that importing these modules fetches: their chunks, those that these import, and their styles. */
export function filesOf(bundle: Bundle, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || files.has(fileName)) {
      return;
    }
    files.add(fileName);
    chunk.viteMetadata?.importedCss.forEach((css) => files.add(css));
    chunk.imports.forEach(add);
  };
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (output) =>
        output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/console/${module}`)),
    );
    if (!chunk) {
      throw new Error(`No chunk has the module ${module}: correct it in vite/pages.ts.`);
    }
    add(chunk.fileName);
  }
  return files;
}
