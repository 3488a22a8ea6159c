import { describe, expect, it } from '@jest/globals';
import { limits } from '../limits.js';
import { parseJobArray } from './job-array.js';

describe('a job array', () => {
  it.each([
    ['1-4', [1, 2, 3, 4], null],
    ['7', [7], null],
    ['0-15:5', [0, 5, 10, 15], null],
    ['5-7,1,3,6%2', [1, 3, 5, 6, 7], 2],
    [' 1-2%10 ', [1, 2], 10],
  ])('%j has its elements in order, each once', (text, indices, atOnce) => {
    expect(parseJobArray(text)).toEqual({ indices, atOnce });
  });

  it(`has up to ${limits.jobArrayMax} elements`, () => {
    expect(parseJobArray(`1-${limits.jobArrayMax}`)?.indices).toHaveLength(limits.jobArrayMax);
    expect(parseJobArray(`0-${limits.jobArrayMax}`)).toBeNull();
  });

  it.each([
    '',
    '1-',
    '-1',
    '4-1',
    '1-4%0',
    '1-4%',
    '1-4:0',
    'a',
    '1;2',
    '1-1000000',
    '1,,2',
    '1-4%1%1',
  ])('%j is none', (text) => {
    expect(parseJobArray(text)).toBeNull();
  });
});
