import { expect, it } from '@jest/globals';
import { bytesOfGigabytes, gigabytesOf } from './gigabytes.js';

it('reads gigabytes as bytes and back', () => {
  expect(bytesOfGigabytes(1.5)).toBe(1_610_612_736);
  expect(gigabytesOf(bytesOfGigabytes(12.34))).toBe(12.34);
});

it('never shows a small quota as none', () => {
  expect(gigabytesOf(0)).toBe(0);
  expect(gigabytesOf(1)).toBe(0.01);
});
