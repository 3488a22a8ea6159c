import { describe, expect, it } from '@jest/globals';
import { hashToken } from './token-hash.js';

describe('the hash of a token', () => {
  it('is the SHA-256 of its UTF-8 text, as rows of earlier versions have it', () => {
    const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hashToken('abc').toString('hex')).toBe(ofAbc);
    const ofCloud = '32d42b97294a13655f4c2527ff6050186e63bd4c06a9dbfa34146f81abfc3b0c';
    expect(hashToken('云').toString('hex')).toBe(ofCloud);
  });

  it('differs for tokens that differ only in case', () => {
    expect(hashToken('Token').equals(hashToken('token'))).toBe(false);
  });
});
