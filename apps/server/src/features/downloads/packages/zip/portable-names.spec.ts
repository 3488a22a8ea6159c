import { expect, it } from '@jest/globals';
import { PortableNames } from './portable-names.js';

function named(paths: readonly string[]): string[] {
  const names = new PortableNames(() => undefined);
  return paths.map((path) =>
    path.endsWith('/') ? `${names.nameOf(path.slice(0, -1), true)}/` : names.nameOf(path, false),
  );
}

it.each([
  ['a<b>:"|?*.txt', 'a_b______.txt'],
  ['new\nline', 'new_line'],
  ['C:evil', 'C_evil'],
  ['..\\..\\evil', '.._.._evil'],
  ['...', '___'],
  ['trail. .', 'trail___'],
  ['x\u202egpj.exe', 'x_gpj.exe'],
  ['CON', 'CO_'],
  ['con.tar.gz', 'co_.tar.gz'],
  ['Nul .txt', 'Nu_.txt'],
  ['com¹', 'com_'],
  ['LPT9.log', 'LPT_.log'],
  ['COM10', 'COM10'],
  ['console.txt', 'console.txt'],
  ['d:/aux/e ', 'd_/au_/e_'],
])('%j becomes %j', (name, expected) => {
  expect(named([name])).toEqual([expected]);
});

it.each([
  [
    ['Case.txt', 'case.txt', 'CASE.txt'],
    ['Case.txt', 'case (1).txt', 'CASE (2).txt'],
  ],
  [
    ['a (1)', 'A', 'a', 'b'],
    ['a (1)', 'A', 'a (2)', 'b'],
  ],
  [
    ['a:', 'a*', 'a_'],
    ['a_', 'a_ (1)', 'a_ (2)'],
  ],
  [
    ['D/', 'D/x.y/', 'D/x.y/1', 'd/', 'd/x.y/', 'd/x.y/1'],
    ['D/', 'D/x.y/', 'D/x.y/1', 'd (1)/', 'd (1)/x.y/', 'd (1)/x.y/1'],
  ],
  [
    ['é', 'e\u0301', 'straße', 'STRASSE', 'STRAẞE', 'ﬁ', 'FI'],
    ['é', 'e\u0301 (1)', 'straße', 'STRASSE (1)', 'STRAẞE (2)', 'ﬁ', 'FI (1)'],
  ],
])('%j become %j', (paths, expected) => {
  expect(named(paths)).toEqual(expected);
});

it('never gives two entries names that some system takes for one', () => {
  const signs = [
    'a',
    'A',
    'ä',
    'a\u0308',
    'Ä',
    ':',
    '*',
    '.',
    ' ',
    '_',
    '(',
    '1',
    ')',
    'ß',
    '\u200b',
  ];
  const random = (count: number): number => Math.floor(Math.random() * count);
  const part = (): string =>
    Array.from({ length: 1 + random(4) }, () => signs[random(signs.length)]).join('') + '.';
  const paths = new Set<string>();
  for (let top = 0; top < 60; top += 1) {
    const folder = part();
    Array.from({ length: 60 }, () => paths.add(`${folder}/${part()}`));
  }
  const sorted = [...paths].sort();
  const given = named(sorted);
  expect(new Set(given.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(
    sorted.length,
  );
  expect(new Set(given.map((path) => path.normalize('NFC').toUpperCase())).size).toBe(
    sorted.length,
  );
  for (const name of given.flatMap((path) => path.split('/'))) {
    expect(name).not.toMatch(/[<>:"|?*\\]|[. ]$/);
  }
});

it('numbers thousands of twins without trying every number for each', () => {
  const names = Array.from({ length: 4_096 }, (_, index) =>
    Array.from({ length: 12 }, (_bit, bit) => ((index >> bit) & 1 ? ':' : '*')).join(''),
  );
  expect(new Set(named(names)).size).toBe(names.length);
});
