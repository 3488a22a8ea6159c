import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, waitFor } from '@testing-library/react';
import type { FirstAnswer } from '../../shared/api/first-answers.js';
import { showFirstRows } from './first-rows.js';

const entry = (localPath: string, directory = false) => ({
  localPath,
  directory,
  size: 2_048,
  createDate: '2026-11-22 05:00:00',
});
const entries = [entry('data', true), entry('<b>a</b>.csv'), entry('b.csv')];

const answer = (body: unknown, response = Promise.resolve(new Response(JSON.stringify(body)))) =>
  ({ url: '', body: null, headers: {}, sentAt: Date.now(), response }) satisfies FirstAnswer;
const listed = (result: unknown) => answer({ success: true, code: 200, message: '', result });

/** The page as the build makes it (vite/skeleton.ts), as far as it matters here. */
const shape = `<div class="sk sk-shell"><div class="sk-files"><div class="sk-list"><template><div class="sk-row">
  <span data-box><input type="checkbox"></span><span data-part="index"></span><span data-part="name"></span>
  <span data-part="size"></span><span data-part="time"></span></div></template></div></div></div>`;

let root: HTMLElement;
const rows = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-at]')];
const rowAt = (index: number): HTMLElement => {
  const row = rows()[index];
  if (!row) {
    throw new Error(`No row ${index}`);
  }
  return row;
};

/** The code has come and draws the files, another order perhaps. */
function drawFiles(names: readonly string[]): string[] {
  const seen: string[] = [];
  root.innerHTML = `<main><div role="grid">${names
    .map((_, index) => `<div role="row" data-index="${index}"><span data-check>x</span></div>`)
    .join('')}</div></main>`;
  names.forEach((name, index) => {
    const row = root.querySelector<HTMLElement>(`[data-index="${index}"]`);
    row?.setAttribute('data-name', name);
  });
  for (const type of ['click', 'dblclick', 'contextmenu', 'keydown']) {
    root.addEventListener(type, (event) => {
      const target = event.target as HTMLElement;
      const name = target.closest<HTMLElement>('[data-name]')?.dataset['name'] ?? 'the list';
      const part = target.matches('[data-check]') ? ' box' : '';
      const key = event instanceof KeyboardEvent ? ` ${event.key}` : '';
      const isMore = event instanceof MouseEvent && event.ctrlKey ? ' more' : '';
      seen.push(`${type}${key}${isMore} ${name}${part}`);
    });
  }
  return seen;
}

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = `<div id="root">${shape}</div>`;
  root = document.getElementById('root') as HTMLElement;
  delete document.documentElement.dataset['page'];
});

it('shows what is read of each entry, names as text', async () => {
  await showFirstRows(listed(entries));
  expect(document.documentElement.dataset['page']).toBe('files');
  expect(rows().map((row) => row.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
    '1data 2026-11-22 05:00:00',
    '2<b>a</b>.csv 2.00 KB2026-11-22 05:00:00',
    '3b.csv 2.00 KB2026-11-22 05:00:00',
  ]);
  expect(root.querySelector('b')).toBeNull();
});

it('leaves the answer to the code, which reads it too', async () => {
  const first = listed(entries);
  await showFirstRows(first);
  expect(await (await first.response).json()).toMatchObject({ result: [{}, {}, {}] });
});

it.each([
  ['a refusal', () => answer({ success: false, code: 403, message: 'no', result: { error: 'X' } })],
  ['an empty folder', () => listed([])],
  ['what is no list', () => answer('<html>')],
  ['no answer at all', () => answer(null, Promise.reject(new TypeError('Failed to fetch')))],
])('leaves the shape as it is for %s', async (_, make) => {
  await showFirstRows(make());
  expect(rows()).toEqual([]);
  expect(document.documentElement.dataset['page']).toBeUndefined();
});

it('draws no rows where tiles will come', async () => {
  localStorage.setItem('filesView', 'grid');
  await showFirstRows(listed(entries));
  expect(rows()).toEqual([]);
});

it('marks what is clicked at once, and does it all to the real rows in the same order', async () => {
  await showFirstRows(listed(entries));
  fireEvent.click(rowAt(1));
  expect(rowAt(1).hasAttribute('data-marked')).toBe(true);
  fireEvent.click(rowAt(2), { ctrlKey: true });
  fireEvent.click(rowAt(0).querySelector('input') as Element);
  expect(rows().filter((row) => row.hasAttribute('data-marked'))).toHaveLength(3);
  fireEvent.keyDown(document.body, { key: 'F2' });
  const menu = fireEvent.contextMenu(rowAt(1));
  expect(menu).toBe(false);
  const seen = drawFiles(['b.csv', '<b>a</b>.csv', 'data']);
  await waitFor(() => expect(seen).toHaveLength(5));
  expect(seen).toEqual([
    'click <b>a</b>.csv',
    'click more b.csv',
    'click data box',
    'keydown F2 the list',
    'contextmenu <b>a</b>.csv',
  ]);
});

it('forgets what was done to an entry that is gone, and keeps no keys once the code is there', async () => {
  await showFirstRows(listed(entries));
  fireEvent.click(rowAt(0));
  fireEvent.doubleClick(rowAt(2));
  const seen = drawFiles(['b.csv']);
  expect(fireEvent.keyDown(document.body, { key: 'ArrowDown' })).toBe(true);
  await waitFor(() => expect(seen).toEqual(['dblclick b.csv']));
});
