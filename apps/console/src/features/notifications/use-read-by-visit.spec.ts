import { expect, it } from '@jest/globals';
import { isVisited } from './use-read-by-visit.js';

it.each([
  ['/aduitProject?apply=a1', '/aduitProject', '?me=2&apply=a1', true],
  ['/aduitProject?apply=a1', '/aduitProject', '?apply=a2', false],
  ['/aduitProject?apply=a1', '/aduitProject', '', false],
  ['/myFile', '/myFile', '?path=x', true],
  ['/myFile', '/', '', false],
  [undefined, '/', '', false],
])('%s is read at %s%s: %s', (path, pathname, search, is) => {
  expect(isVisited(path, { pathname, search })).toBe(is);
});
