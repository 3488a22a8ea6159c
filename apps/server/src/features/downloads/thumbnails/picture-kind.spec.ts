import { expect, it } from '@jest/globals';
import { kindBytes, pictureKind } from './picture-kind.js';

const start = (text: string): Buffer =>
  Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(16)]).subarray(0, kindBytes);

it.each([
  ['\xff\xd8\xff\xe1', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF89a', 'gif'],
  ['GIF87a', 'gif'],
  ['RIFF\n\0\0\0WEBPVP8 ', 'webp'],
])('knows %j', (text, kind) => {
  expect(pictureKind(start(text))).toBe(kind);
});

it.each([
  '<svg xmlns="http',
  '<?xml version="1',
  '%PDF-1.7',
  'II*\0',
  'BM',
  'RIFF\n\0\0\0AVI LIST',
  '\0\0\0\x1cftypavif',
  ' \xff\xd8\xff',
  'RIFX\n\0\0\0WEBP',
  'GIF88a',
  '',
])('knows nothing of %j', (text) => {
  expect(pictureKind(start(text))).toBeNull();
});
