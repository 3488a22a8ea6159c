import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { features, laterWords } from '../features.js';

const source = resolve('apps/console/src');
const later = Object.keys(laterWords);

/** Every feature, by the file that says what it consists of. */
const byFile = Object.entries(features).map(
  ([name, feature]) =>
    [join(source, name === 'app' ? 'app' : `features/${name}`, 'feature.ts'), feature] as const,
);
const tables = byFile.map(([file]) => file);

/** Files that name, beside each `import()`, the words that come with it. */
const fetchers = [
  ...tables,
  ...[
    'app/router.tsx',
    'app/notice-actions.ts',
    'app/shell/shell.tsx',
    'app/guard/password-first-code.ts',
    'app/pages/routes/my-files-route.tsx',
    'app/pages/routes/project-route.tsx',
    'app/pages/routes/monitoring-route.tsx',
    'app/pages/made-by.tsx',
  ].map((name) => join(source, name)),
];

function resolveImport(importer: string, specifier: string): string | null {
  const path = join(dirname(importer), specifier.replace(/\.js$/, ''));
  return [`${path}.tsx`, `${path}.ts`].find((name) => existsSync(name)) ?? null;
}

/** The bell's own, which it brings before it reads a notification out (`loadTexts`). */
const ofTheBell = ['notifications'];

/** The panel's of transfers, which come with the signed-in part, before any page in it (`router.tsx`). */
const ofTheSignedInPart = ['transfer'];
/** What is fetched without that part, and the part itself. */
const outside = ['login-page', 'drop-page', 'signed-in'];

/** A file with all that it imports, at once or on demand, but for what the fetchers fetch. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) {
    return seen;
  }
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const imports = fetchers.includes(file)
    ? text.matchAll(/^(?:import|export)(?! type)[^;]*? from '(\.[^']+)'/gm)
    : text.matchAll(/(?:^(?:import|export)(?! type)[^;]*? from |import\()'(\.[^']+)'/gm);
  for (const [, specifier = ''] of imports) {
    const next = resolveImport(file, specifier);
    if (next && next.startsWith(source)) {
      reach(next, seen);
    }
  }
  return seen;
}

/** The later namespaces that code uses, each with one file that does. */
function namespacesOf(files: Iterable<string>): Map<string, string> {
  const used = new Map<string, string>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const named = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].map(([, names = '']) => names);
    const prefixed = [...text.matchAll(/\bt(?:ranslate)?\([^)]*?['`](\w+):/g)].map(
      ([, name]) => `'${name}'`,
    );
    for (const name of later) {
      if ([...named, ...prefixed].some((names) => names.includes(`'${name}'`))) {
        used.set(name, relative(source, file));
      }
    }
  }
  return used;
}

const missing = (files: Iterable<string>, brought: readonly string[]): [string, string][] =>
  [...namespacesOf(files)].filter(([name]) => !brought.includes(name));

const importedBy = (file: string, load: unknown): string => {
  const [, specifier = ''] = /import\(\s*'([^']+)'/.exec(String(load)) ?? [];
  return resolveImport(file, specifier) ?? specifier;
};

/** What features name to be fetched with words: pages and the texts of notifications. */
const fetchedWithWords = byFile.flatMap(([file, { routes = [], notifications }]) => [
  ...routes.flatMap(({ path, page, words = [] }) =>
    page ? [{ name: path, file: importedBy(file, page), words }] : [],
  ),
  ...(notifications
    ? [{ name: file, file: importedBy(file, notifications.texts), words: notifications.words }]
    : []),
]);

describe('words that come later', () => {
  it('are found in the code', () => {
    const page = join(source, 'features/identity/users/pages/user-edit-page.tsx');
    expect([...namespacesOf(reach(page)).keys()].sort()).toEqual(['account', 'roles', 'users']);
  });

  it('come with each page and each text of a notification, as far as these use some', () => {
    expect(fetchedWithWords.length).toBeGreaterThan(40);
    const lacking = fetchedWithWords.map(({ name, file, words }) => [
      name,
      missing(reach(file), [...words, ...ofTheSignedInPart]),
    ]);
    expect(lacking.filter(([, namespaces]) => namespaces?.length)).toEqual([]);
  });

  it('are not used by what every page has', () => {
    expect(missing(reach(join(source, 'main.tsx')), ofTheBell)).toEqual([]);
    const signedIn = reach(join(source, 'app/signed-in.ts'));
    expect(missing(signedIn, [...ofTheBell, ...ofTheSignedInPart])).toEqual([]);
  });

  it('come with what opens above the pages', () => {
    for (const fetcher of fetchers) {
      const calls = readFileSync(fetcher, 'utf8').matchAll(
        /import\('([^']+)'\)(?:;\s+return \(await withWords\((\[[^\]]*\]), code)?/g,
      );
      const withCode = readFileSync(fetcher, 'utf8').matchAll(
        /withWords\(\s*(\[[^\]]*\]),\s*import\('([^']+)'\)/g,
      );
      const added = [...readFileSync(fetcher, 'utf8').matchAll(/addWords\('(\w+)'/g)];
      const bySpecifier = new Map([...withCode].map(([, words = '', name = '']) => [name, words]));
      for (const [, specifier = '', words = ''] of calls) {
        const file = resolveImport(fetcher, specifier);
        if (file && !tables.includes(fetcher)) {
          const named = (bySpecifier.get(specifier) ?? words).match(/\w+/g) ?? [];
          const isOutside = outside.some((name) => specifier.endsWith(`/${name}.js`));
          const brought = [
            ...[...named, ...added.map(([, name = '']) => name), ...ofTheBell],
            ...(isOutside ? [] : ofTheSignedInPart),
          ];
          expect([specifier, missing(reach(file), brought)]).toEqual([specifier, []]);
        }
      }
    }
  });
});
