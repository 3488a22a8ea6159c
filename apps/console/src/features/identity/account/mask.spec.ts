import { expect, it } from '@jest/globals';
import { maskEmail, maskMobile } from './mask.js';

it('hides the middle of a mobile', () => {
  expect(maskMobile('13800138000')).toBe('138****8000');
  expect(maskMobile('1380')).toBe('****');
});

it('hides the name in an address, however short', () => {
  expect(maskEmail('li.wei@example.com')).toBe('l***@example.com');
  expect(maskEmail('李@b.cn')).toBe('李***@b.cn');
  expect(maskEmail('a@b@c.cn')).toBe('a***@c.cn');
  expect(maskEmail('@b.cn')).toBe('***');
  expect(maskEmail('nothing')).toBe('***');
});
