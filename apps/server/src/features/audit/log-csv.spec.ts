import { describe, expect, it } from '@jest/globals';
import type { LogRow } from '@clusterdesk/contracts';
import { csvHead, csvLine, toCell } from './log-csv.js';

describe('a cell', () => {
  it.each([
    ['plain', '"plain"'],
    ['with "quotes", and a comma', '"with ""quotes"", and a comma"'],
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t'=1"`],
    ['  =1', `"'  =1"`],
    ['＝1', `"'＝1"`],
    ['x;=1+1;y.txt', `"x;'=1+1;y.txt"`],
    [';=HYPERLINK(A1);', `";'=HYPERLINK(A1);"`],
    [';"=1+1', `";'""=1+1"`],
    ['a; \t＝1', `"a;' \t'＝1"`],
    ['a\n@x', `"a\n'@x"`],
    ['a;b=1', '"a;b=1"'],
    ['a=1', '"a=1"'],
    ['', '""'],
  ])('%j is written %s', (text, cell) => {
    expect(toCell(text)).toBe(cell);
  });
});

const row: LogRow = {
  id: '1',
  logLevel: 'INFO',
  logModel: 'users',
  methodName: '/user/info/freeze',
  userId: null,
  userName: '=cmd',
  errorCode: null,
  address: null,
  target: { type: 'user', id: '7', name: 'ann' },
  details: { isFrozen: true },
  createTime: '2026-11-22 00:00:00',
};

it('has a line for each row, and a head in the language of its reader', () => {
  expect(csvHead('cn', 'Asia/Shanghai')).toMatch(/^\uFEFF"时间 \(Asia\/Shanghai\)","级别",/);
  expect(csvHead('en', 'UTC')).toMatch(/^\uFEFF"Time \(UTC\)","Level",/);
  expect(csvLine(row, 'en')).toBe(
    `"2026-11-22 00:00:00","INFO","users","/user/info/freeze","'=cmd","user","ann","7","Success","","","{""isFrozen"":true}"\r\n`,
  );
});

it.each([
  [{ errorCode: 'NODE_BUSY', errorMessage: 'Jobs are still running.' }, 'Jobs are still running.'],
  [{ errorCode: 'NODE_BUSY', logLevel: 'WARN' as const }, 'Refused'],
  [{ errorCode: 'UNEXPECTED', logLevel: 'ERROR' as const }, 'Failed'],
])('says how %j went in words, with the code beside them', (more, words) => {
  expect(csvLine({ ...row, ...more }, 'en')).toContain(`"${words}","${more.errorCode}"`);
});
