import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';

const shared = resolve(import.meta.dirname, '../../shared');

/** Parts of others, and what draws nothing by itself. */
const notAlone = new Set([
  'ColumnDropdown',
  'DataTableBody',
  'DataTableCards',
  'DataTableHead',
  'DataTableRow',
  // A page: PagedList below a PageHeader.
  'ListPage',
  // The pager of PagedList, and of a list of cards.
  'ListPager',
  // Around the whole page: what shows the messages of useMessages.
  'MessageHolder',
  'MessageHost',
  // A part of MenuButton that is fetched when it is wanted.
  'MenuDropdown',
  // A table with a pager, from a call.
  'PagedList',
  'PageHeading',
  'PageHeadingProvider',
  // A dialog of a form with a QuotaField, from a call; and its antd progress.
  'QuotaDialog',
  'QuotaUsed',
  // A part of forms, where somebody else changed what one changed.
  'TheirValues',
  // Around the whole page; what it asks is a dialog of useConfirm.
  'UnsavedWork',
]);

const read = (file: string): string => readFileSync(file, 'utf8');

/** What the files of a folder offer that is a component or a hook that shows something. */
function componentsIn(folder: string): string[] {
  return readdirSync(join(shared, folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.spec.tsx'))
    .flatMap((name) => [
      ...read(join(shared, folder, name)).matchAll(
        /^export (?:function|const|class) ([A-Z][a-z]\w+)/gm,
      ),
    ])
    .map(([, name]) => name ?? '');
}

it('has a specimen of every shared component', () => {
  const specimens = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('-specimens.tsx'))
    .map((name) => read(join(import.meta.dirname, name)))
    .join('\n');
  const shown = [...specimens.matchAll(/<Specimen of="([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split(', '),
  );
  const missing = componentsIn('ui').filter((name) => !shown.includes(name) && !notAlone.has(name));
  expect(missing).toEqual([]);
});
