import { expect, it } from '@jest/globals';
import { entryKey, readEntryKey } from './share-entry-key.js';

it('gives back the share and the path, whatever is in the path', () => {
  for (const path of ['/', '/a', '/a/b c/ü-_']) {
    expect(readEntryKey(entryKey('x-_y', path))).toEqual({ shareId: 'x-_y', path });
  }
});
