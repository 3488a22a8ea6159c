import { expect, it } from '@jest/globals';
import { nameColumns, nameKeys } from './user-name.js';

it.each([
  // Case, width, ligatures
  ['Case', 'CASE'],
  ['ｖＫ', 'vk'],
  ['oﬃce', 'office'],
  ['İı', 'ii'],
  // Digits, and letters within one script
  ['O0l1I', 'ooLLi'],
  ['rnn', 'mn'],
  ['vvv', 'wv'],
  ['ʙɪʟʟ', 'bill'],
  ['BiII', 'Bill'],
  // Other scripts
  ['ВАСЯ', 'BACЯ'],
  ['Ωmega', 'ωmega'],
  ['αριa', 'apia'],
  ['հաս', 'hwu'],
  ['თჿყ', 'თoy'],
  ['カタ', '力夕'],
  ['〇', 'o'],
])('takes %s and %s for one name', (one, other) => {
  expect(nameKeys(one).some((key) => nameKeys(other).includes(key))).toBe(true);
});

it.each([
  ['Straße', 'Strasse'],
  ['한글', '한굴'],
  ['Lan', 'Ian'],
  ['Elia', 'Ella'],
  ['bob', 'boob'],
])('tells %s and %s apart', (one, other) => {
  expect(nameKeys(one).some((key) => nameKeys(other).includes(key))).toBe(false);
});

it('has the keys that are stored', () => {
  expect(nameColumns('RNvv-İıＩL')).toEqual({ nameKey: 'mw-iiil', nameLook: 'mw-iil|' });
});
