import { expect, it } from '@jest/globals';
import { containsPattern } from './like-pattern.js';

it.each([
  ['', '%%'],
  ['ann', '%ann%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['C:\\_', '%C:\\\\\\_%'],
  ['张_三', '%张\\_三%'],
])('the pattern that contains %j is %j', (text, pattern) => {
  expect(containsPattern(text)).toBe(pattern);
});
