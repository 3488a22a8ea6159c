import { describe, expect, it } from '@jest/globals';
import { toLogged } from './logged-values.js';

describe('toLogged', () => {
  it('keeps the beginning of long texts and lists', () => {
    const { text, list } = toLogged({ text: 'x'.repeat(301), list: Array(22).fill('e') });
    expect(text).toBe('x'.repeat(300));
    expect(list).toEqual([...Array(20).fill('e'), '+2']);
  });

  it.each([
    ['NUL', 'a\0b', 'ab'],
    ['half a character', 'a\uD83Db', 'a\uFFFDb'],
    ['a character that the cut goes through', `${'x'.repeat(299)}😀`, `${'x'.repeat(299)}\uFFFD`],
  ])('leaves out what JSON of PostgreSQL cannot hold: %s', (_, text, kept) => {
    expect(toLogged({ text, list: [text] })).toEqual({ text: kept, list: [kept] });
  });
});
