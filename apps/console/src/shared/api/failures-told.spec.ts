import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const source = join(import.meta.dirname, '../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }));

const ofSession = 'RequireSession has the answer before it draws a page';

/** Uses of calls whose failure nobody has to be told of there, each with the reason. */
const exceptions: Record<string, string> = {
  'app/guard/require-session.tsx: { data }':
    'times stay in the zone that the platform had last time; the live connection asks again',
  'shared/menus/own-menus.ts: { data }': ofSession,
  'shared/users/use-is-administrator.ts: { data }': ofSession,
  'features/jobs/api/use-own-name.ts: { data }': ofSession,
  'features/identity/api/caller-detail.ts: a call': ofSession,
  'features/jobs/form/job-form.tsx: { data: queues }': 'QueueField of the same form tells of it',
  'features/jobs/templates/template-field.tsx: { data: queues = [] }':
    'QueueField of the same form tells of it',
  'features/jobs/form/sbatch-notes.tsx: { data: queues }':
    'QueueField of the same form tells of it',
  'features/identity/users/one/new-user-form.tsx: { data: roles }':
    'RoleSelect of the same form tells of it',
  'features/approvals/pages/approvals-page.tsx: awaiting':
    'a number on a tab; the same call fills the list below, which tells',
  'features/jobs/pages/job-list-page.tsx: counts':
    'numbers on chips, which work without them; the list below tells',
  'shared/users/use-can-download.ts: { data }': 'what the sign-in said holds until it is known',
  'shared/ui/layout/brand-mark.tsx: { data }': 'the built-in mark stands there',
  'features/backups/forms/plan-card.tsx: { data }': 'the card behind it shows the same call',
  'features/backups/forms/store-form.tsx: { data }': 'the card behind it shows the same call',
  'features/backups/pages/backups-page.tsx: { data: proof }':
    'ProofSummary of the same page tells of it',
  'features/backups/transfer/use-export.ts: { data, refetch }':
    'the card that begins the export shows the same call',
  'features/contact/copyright/copyright-tab.tsx: { data: caller }':
    'the card of the licence says who may manage it; who the caller is was asked for by every page',
  'shared/file-browser/favourites/use-favourites.ts: query': 'FolderView tells of it',
  'shared/file-browser/thumbnails/thumbnail.tsx: { data }': 'the icon stands there',
  'features/disk/api/trash-count.ts: a call': 'a number in a menu; the page of the trash tells',
};

/** The hooks that give a call's state: TanStack's own, and ours that pass it on. */
const hooks = [
  ...new Set([
    'useQuery',
    'useQueries',
    'useInfiniteQuery',
    'useFormSource',
    ...files.flatMap(({ text }) =>
      [
        ...text.matchAll(/function (use\w+)\([^{;]*\{\s+return use\w*Quer/g),
        ...text.matchAll(/(?:function|const) (use\w+)[^;{]*\): \w*QueryResult</g),
        ...text.matchAll(/const (use\w+) = \([^;{]*=>\s*use\w*Quer(?:y|ies)\(/g),
      ]
        // Those that give the answer alone hand nothing on.
        .filter(
          ([declared]) => !/\)\.data/.test(text.slice(text.indexOf(declared)).split(';')[0] ?? ''),
        )
        .map(([, name = '']) => name),
    ),
  ]),
];

/** Where the parenthesis ends that opens before `start`. */
function endOfCall(text: string, start: number): number {
  let depth = 1;
  let index = start;
  for (; depth > 0; index += 1) {
    depth += '([{'.includes(text[index] ?? '') ? 1 : ')]}'.includes(text[index] ?? '') ? -1 : 0;
  }
  return index;
}

/** Whether the error of a call is looked at, or the call is handed on to what looks at it. */
function isLookedAt(text: string, name: string): boolean {
  const uses = [
    `\\b${name}\\.(?:error|isError|isRefetchError)\\b`,
    `query=\\{${name}\\}`,
    `\\b${name}\\.(?:find|some)\\([^;]*\\berror\\b`,
    `\\b${name}\\.refetch\\(\\{ throwOnError`,
    `query=\\{\\{ \\.\\.\\.${name}\\b`,
    `return (?:\\{[^}]*\\b)?${name}\\b(?!\\.)`,
    `[[(,?:]\\s*${name}\\s*[\\]),:;]`,
  ];
  return new RegExp(uses.join('|')).test(text);
}

/** The calls of a file whose failure nobody sees, as they are written. */
function silentCalls({ file, text }: (typeof files)[number]): string[] {
  const calls = text.matchAll(
    new RegExp(`(?:const (\\{[^}]*\\}|\\w+)[^;={]*= )?\\b(?:${hooks.join('|')})\\(`, 'g'),
  );
  return [...calls].flatMap((match) => {
    const [written, given] = match;
    const end = endOfCall(text, match.index + written.length);
    const isSilent = text.startsWith('.data', end)
      ? true
      : given === undefined
        ? false
        : given.startsWith('{')
          ? !/\b(?:error|isError|isRefetchError|failed)\b/.test(given)
          : !isLookedAt(text.slice(end), given);
    return isSilent ? [`${file}: ${(given ?? 'a call').replaceAll(/\s+/g, ' ')}`] : [];
  });
}

it('finds the calls', () => {
  expect(hooks).toEqual(expect.arrayContaining(['useCallerQuery', 'useUsage', 'useFolders']));
});

it('tells of every call of a page that fails, or says why not', () => {
  const silent = files.flatMap(silentCalls);
  expect(silent.filter((call) => !(call in exceptions))).toEqual([]);
  // An exception that is none any more is taken away.
  expect(Object.keys(exceptions).filter((call) => !silent.includes(call))).toEqual([]);
});
