import { describe, expect, it } from '@jest/globals';
import {
  isShortName,
  nameInSentence,
  piecesOf,
  seenName,
  tailStart,
  widthOf,
} from './name-parts.js';

const split = (name: string): [string, string] => {
  const at = isShortName(name) ? name.length : tailStart(name);
  return [name.slice(0, at), name.slice(at)];
};

describe('the end of a name that stays in sight', () => {
  it('is nothing apart where the name is short', () => {
    expect(split('counts.tsv.gz')).toEqual(['counts.tsv.gz', '']);
  });

  it('holds the extension and what stands before it', () => {
    expect(split('treated-vs-control_normalized_v12_final.tsv.gz')).toEqual([
      'treated-vs-control_normalized_v12_',
      'final.tsv.gz',
    ]);
    expect(split(`${'a'.repeat(251)}.txt`)[1]).toBe('aaaaaaaa.txt');
  });

  it('parts no character: an emoji of several, a letter with its accent, one beyond the first plane', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(split(`summer school photos ${family.repeat(9)}.jpeg`)[1]).toBe(
      `${family.repeat(3)}.jpeg`,
    );
    expect(split(`a name that is long enough, e\u0301e\u0301e\u0301e\u0301.markdown`)[1]).toBe(
      'e\u0301e\u0301e\u0301.markdown',
    );
    expect(split('𠮷'.repeat(40))[1]).toBe('𠮷'.repeat(6));
  });
});

it('counts how wide a name is by its signs, not by its code units', () => {
  expect([widthOf('abc'), widthOf('数据.csv'), widthOf('👩‍👩‍👧‍👦'), widthOf('e\u0301')]).toEqual([
    3, 8, 2, 1,
  ]);
});

describe('the pieces of a name', () => {
  const texts = (name: string, searched = '', from = 0, to = name.length): string[] =>
    piecesOf(name, from, to, searched).map(
      ({ text, isBlank, isHit }) => `${isBlank ? '_' : ''}${isHit ? '!' : ''}${text}`,
    );

  it('show blanks at its ends, and leave those within alone', () => {
    expect(texts('  a b.txt ')).toEqual(['_  ', 'a b.txt', '_ ']);
    expect(texts('\u3000a\u00a0')).toEqual(['_\u3000', 'a', '_\u00a0']);
    expect(texts('   ')).toEqual(['_   ']);
    expect(texts('plain.txt')).toEqual(['plain.txt']);
  });

  it('mark what a search found, whatever its case', () => {
    expect(texts('My Data.csv', 'data')).toEqual(['My ', '!Data', '.csv']);
    expect(texts('data', 'data')).toEqual(['!data']);
    expect(texts('none.csv', 'data')).toEqual(['none.csv']);
  });

  it('mark a hit that lies on both sides of the cut', () => {
    const name = 'abcdef';
    expect([texts(name, 'cd', 0, 3), texts(name, 'cd', 3, 6)]).toEqual([
      ['ab', '!c'],
      ['!d', 'ef'],
    ]);
  });
});

describe('signs that nobody sees', () => {
  it('are shown: what would turn the name round, controls, blanks without width', () => {
    const shown = (name: string): string =>
      piecesOf(name, 0, name.length, '')
        .map(({ text, isUnseen }) => (isUnseen ? `[${text}]` : text))
        .join('');
    expect(shown('invoice\u202egpj.exe')).toBe('invoice[\\u202e]gpj.exe');
    expect(shown('a\nb\tc\u001b[31m')).toBe('a[\\n]b[\\t]c[\\x1b][31m');
    expect(shown('\nzero\u200bwidth')).toBe('[\\n]zero[\\u200b]width');
    expect(shown('👩‍🔬 می‌خواهم.txt')).toBe('👩‍🔬 می‌خواهم.txt');
    expect(seenName('b\u007f\ufeff')).toBe('b\\x7f\\ufeff');
  });
});

describe('a name in a sentence', () => {
  it('is cut in its middle where it is long, and keeps its direction to itself', () => {
    expect(nameInSentence('a.txt')).toBe('a.txt');
    expect(nameInSentence(`${'a'.repeat(240)}_v2.fastq.gz`)).toBe(`${'a'.repeat(20)}…_v2.fastq.gz`);
    expect(nameInSentence('תמונה.png')).toBe('\u2068תמונה.png\u2069');
    expect(nameInSentence('exe\u202egpj')).toBe('exe\\u202egpj');
  });
});
