import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nameKey } from './space-path.js';
import { spellingsOf } from './spellings.js';

/** Texts that are one after normalisation, in each row; alone and beside each other. */
const alike = [
  ['理', '\uF9E4'],
  ['樂', '\uF914', '\uF95C', '\uF9BF'],
  ['丽', '\u{2F800}'],
  ['中'],
  ['é', 'e\u0301', 'e\u0341'],
  ['e'],
  ['Å', '\u212B', 'A\u030A'],
  ['K', '\u212A'],
  ['각', '가\u11A8', '\u1100\u1161\u11A8'],
  ['\u1100'],
  ['\u1161'],
  ['が', 'か\u3099'],
  ['ệ', 'e\u0323\u0302', 'ê\u0323', 'e\u0302\u0323'],
  ['\u0301', '\u0341'],
  ['.txt'],
];

describe('the spellings of a name', () => {
  it('hold whatever is one name with it, and nothing else', () => {
    const letters = fc.array(
      fc
        .constantFrom(...alike)
        .chain((row) => fc.tuple(...[row, row].map((one) => fc.constantFrom(...one)))),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(letters, (pairs) => {
        const [name, other] = [0, 1].map((side) => pairs.map((pair) => pair[side]).join(''));
        const spellings = spellingsOf(name ?? '');
        expect(nameKey(other ?? '')).toBe(nameKey(name ?? ''));
        if (spellings !== null) {
          expect(spellings).toContain(other);
          expect(spellings).toContain(name);
          expect(new Set(spellings.map(nameKey))).toEqual(new Set([nameKey(name ?? '')]));
        }
      }),
      { seed: 20_261_126, numRuns: 1000 },
    );
  });

  it('hold each sign of Unicode that stands for other text', () => {
    const missed: string[] = [];
    for (let point = 0; point <= 0x10_ff_ff; point += 1) {
      const sign = String.fromCodePoint(point);
      const text = sign.normalize('NFD');
      const isHeld =
        text === sign || (spellingsOf(text)?.includes(sign) ?? /\p{M}\p{M}/u.test(text));
      if (!isHeld) {
        missed.push(point.toString(16));
      }
    }
    expect(missed).toEqual([]);
  });

  it.each([
    ['中文.txt', 1],
    ['data-01.txt', 1],
    ['不同参数.txt', 2],
    ['不同的处理.txt', 4],
  ])('of %s are %d', (name, count) => {
    expect(spellingsOf(name)).toHaveLength(count);
  });

  it.each(['理'.repeat(20), '한국어의 이름입니다', 'ệ', '\uFFFD.txt'])(
    'of %s are not looked up',
    (name) => {
      expect(spellingsOf(name)).toBeNull();
    },
  );
});
