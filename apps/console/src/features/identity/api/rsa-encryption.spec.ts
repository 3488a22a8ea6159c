import { beforeAll, describe, expect, it } from '@jest/globals';
import { encryptWithBrowser, encryptWithForge } from './rsa-encryption.js';

let pem: string;
let privateKey: CryptoKey;

beforeAll(async () => {
  const pair = await crypto.subtle.generateKey(
    {
      name: 'RSA-OAEP',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['encrypt', 'decrypt'],
  );
  privateKey = pair.privateKey;
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
  const base64 = btoa(String.fromCharCode(...spki)).replace(/.{64}/g, '$&\n');
  pem = `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----\n`;
});

async function open(encrypted: string): Promise<string> {
  const bytes = Uint8Array.from(atob(encrypted), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(
    await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, privateKey, bytes),
  );
}

describe.each([
  ['browser', encryptWithBrowser],
  ['forge', encryptWithForge],
])('by %s', (_, encrypt) => {
  it('can be opened with the private key only, in UTF-8', async () => {
    expect(await open(await encrypt(pem, '密码 pass'))).toBe('密码 pass');
  });
  it('never gives the same twice', async () => {
    expect(await encrypt(pem, 'x')).not.toBe(await encrypt(pem, 'x'));
  });
});
