import { expect, it } from '@jest/globals';
import { iconUrl } from './icon-url.js';

const name = `${'a1'.repeat(32)}.png`;

it('finds an uploaded icon', () => {
  expect(iconUrl(`/menu/icon/${name}`)).toBe(`/api/menu/icon/${name}`);
  expect(iconUrl(`/api/menu/icon/${name}`)).toBe(`/api/menu/icon/${name}`);
});

it.each([null, undefined, '', 'https://evil.example/x.png', '/menu/icon/../x.png', '/x.png'])(
  'shows nothing else: %s',
  (icon) => {
    expect(iconUrl(icon)).toBeNull();
  },
);
