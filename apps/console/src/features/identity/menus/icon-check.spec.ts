import { expect, it } from '@jest/globals';
import { iconFault } from './icon-check.js';

const fine = { width: 200, height: 200 };

it('takes a picture of 200×200 px up to 200 KB', () => {
  expect(iconFault({ type: 'image/png', size: 204_800 }, fine)).toBeNull();
  expect(iconFault({ type: 'image/jpeg', size: 1 }, fine)).toBeNull();
});

it('says what is wrong with any other', () => {
  expect(iconFault({ type: 'image/svg+xml', size: 1 }, fine)).toBe('iconFormat');
  expect(iconFault({ type: 'image/png', size: 204_801 }, fine)).toBe('iconSize');
  expect(iconFault({ type: 'image/png', size: 1 }, null)).toBe('iconUnreadable');
  expect(iconFault({ type: 'image/png', size: 1 }, { width: 200, height: 199 })).toBe('iconPixels');
});
