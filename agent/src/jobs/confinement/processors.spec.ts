import { describe, expect, it } from '@jest/globals';
import { parseProcessorList, pickProcessors } from './processors.js';

describe('parseProcessorList', () => {
  it.each([
    ['0-3', [0, 1, 2, 3]],
    ['0,2,8-9\n', [0, 2, 8, 9]],
    ['5', [5]],
    ['', []],
  ])('%j', (text, processors) => {
    expect(parseProcessorList(text)).toEqual(processors);
  });
});

describe('pickProcessors', () => {
  it('takes the least used ones', () => {
    expect(pickProcessors([0, 1, 2, 3], [0, 1, 1, 2], 2)).toEqual([0, 3]);
  });

  it('leaves a job alone that may have all', () => {
    expect(pickProcessors([0, 1], [], 2)).toBeNull();
    expect(pickProcessors([0, 1], [], 64)).toBeNull();
  });
});
