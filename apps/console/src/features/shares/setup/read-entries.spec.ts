import { limits } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { isTooMany, readEntries } from './read-entries.js';

describe('what the page is asked to share', () => {
  it('is read from its address, each path once', () => {
    expect(readEntries('["/甲/b c.txt","/d","/d"]')).toEqual(['/甲/b c.txt', '/d']);
  });

  it.each([null, '', 'x', '{}', '[]', '"/a"', '[1]', '["a"]', '["/"]', '[""]'])(
    'is nothing with %j',
    (row) => expect(readEntries(row)).toBeNull(),
  );

  it('may be as much as a share holds', () => {
    const paths = Array.from({ length: limits.shareMaxPaths }, (_, at) => `/${at}`);
    expect(isTooMany(paths)).toBe(false);
    expect(isTooMany([...paths, '/one more'])).toBe(true);
  });
});
