import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { homePath, homeWord, pathFromHome } from './home-path.js';

it.each([
  ['/', '$HOME'],
  ['/big.bin', '$HOME/big.bin'],
  ['/数据/my data.csv', '"$HOME/数据/my data.csv"'],
  ['/a"b$HOME`id`\\c', null],
  ["/it's (1)&2", null],
  ['/*?~', null],
])('%s is one word of a script that means the file', (path, word) => {
  if (word !== null) {
    expect(homeWord(path)).toBe(word);
  }
  const script = `set -- ${homeWord(path)}; printf '%s|%s' "$#" "$1"`;
  const said = execFileSync('/bin/sh', ['-c', script], { env: { HOME: '/home/li' } });
  expect(said.toString()).toBe(`1|/home/li${path === '/' ? '' : path}`);
});

it.each([
  ['/', '~/'],
  ['/data/a', '~/data/a'],
  ['/~', '~/~'],
])('%s is shown as %s, and read so', (path, shown) => {
  expect(homePath(path)).toBe(shown);
  expect(pathFromHome(shown)).toBe(path);
});

it('reads what is typed without a home, or with nothing but one', () => {
  expect(['~', '/data', '', '~bob/x'].map(pathFromHome)).toEqual(['/', '/data', '', '~bob/x']);
});
