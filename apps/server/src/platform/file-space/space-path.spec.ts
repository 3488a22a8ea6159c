import { expect, it } from '@jest/globals';
import { isNewName, numberedName } from './space-path.js';

it.each([
  ['a.txt', 'a (1).txt'],
  ['样本.fastq.gz', '样本.fastq (1).gz'],
  ['样本.tar.gz', '样本 (1).tar.gz'],
  ['.tar.gz', '.tar (1).gz'],
  ['.profile', '.profile (1)'],
  ['README', 'README (1)'],
  ['end.', 'end. (1)'],
  ['Vol. 3 of many', 'Vol. 3 of many (1)'],
  [`${'长'.repeat(84)}.md`, `${'长'.repeat(82)} (1).md`],
  [`a.${'b'.repeat(253)}`, `a.${'b'.repeat(249)} (1)`],
])('numbers the file %s', (name, numbered) => {
  expect(numberedName(name, 1, false)).toBe(numbered);
});

it.each([
  ['v1.2', 'v1.2 (3)'],
  ['run.tar.gz', 'run.tar.gz (3)'],
])('numbers the folder %s', (name, numbered) => {
  expect(numberedName(name, 3, true)).toBe(numbered);
});

it.each([
  '',
  ' ',
  '\u3000',
  '\u200b',
  '\u2800',
  '\u3164',
  ' \u00ad\ufeff',
  '.',
  '..',
  'a/b',
  'a\nb',
  '\uFFFD',
])('takes %j for no name', (name) => {
  expect(isNewName(name)).toBe(false);
});

it.each([' a', '。', '\u200bx', '...', 'CON', 'trail. '])('takes %j for a name', (name) => {
  expect(isNewName(name)).toBe(true);
});
