import { expect, it } from '@jest/globals';
import { isWindowsName } from './windows-names.js';

it.each(['a.txt', 'console.log', 'COM10', '数据 1.csv', '.hidden', 'a.b.c'])(
  'Windows holds %j',
  (name) => expect(isWindowsName(name)).toBe(true),
);

it.each(['a:b', 'a?', 'x\\y', 'con', 'NUL.txt', 'lpt1', 'end.', 'end ', 'a"b', 'COM¹.log'])(
  'Windows does not hold %j',
  (name) => expect(isWindowsName(name)).toBe(false),
);
