import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  checkFits,
  compareVersions,
  openRelease,
  readBundleHead,
  readReleaseKey,
  type Release,
} from './release.js';

const release: Release = {
  product: 'clusterdesk',
  version: '0.2.0',
  platform: 'linux-x64',
  minNode: '20.19.0',
  minFrom: '0.1.0',
  sha256: 'a'.repeat(64),
  bytes: 10,
  unpackedBytes: 20,
  notes: { cn: '', en: '' },
};
const here = { version: '0.1.0', platform: 'linux-x64', node: '20.19.0' };
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const signed = (text: string) => ({
  release: text,
  signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
});

describe('a release', () => {
  it('is what its signature is for, and nothing else', () => {
    const good = signed(JSON.stringify(release));
    expect(openRelease(good, publicKey)).toEqual(release);
    const altered = { ...good, release: good.release.replace('0.2.0', '0.3.0') };
    expect(() => openRelease(altered, publicKey)).toThrow('UPGRADE_SIGNATURE_WRONG');
    const { publicKey: anothers } = generateKeyPairSync('ed25519');
    expect(() => openRelease(good, anothers)).toThrow('UPGRADE_SIGNATURE_WRONG');
    expect(() => openRelease({ ...good, signature: '' }, publicKey)).toThrow('SIGNATURE_WRONG');
  });

  it('of another product is none, however it is signed', () => {
    const other = signed(JSON.stringify({ ...release, product: 'licence' }));
    expect(() => openRelease(other, publicKey)).toThrow('UPGRADE_BUNDLE_UNREADABLE');
  });

  it.each([
    [{}, null],
    [{ version: '0.1.0' }, 'UPGRADE_NOT_NEWER'],
    [{ version: '0.0.9' }, 'UPGRADE_NOT_NEWER'],
    [{ minFrom: '0.1.1' }, 'UPGRADE_STEP_TOO_LARGE'],
    [{ platform: 'linux-arm64' }, 'UPGRADE_OTHER_PLATFORM'],
    [{ minNode: '20.20.0' }, 'UPGRADE_NODE_TOO_OLD'],
    [{ bytes: 3 * 1024 ** 3 }, 'UPGRADE_BUNDLE_TOO_LARGE'],
    [{ unpackedBytes: 9 * 1024 ** 3 }, 'UPGRADE_BUNDLE_TOO_LARGE'],
  ])('with %j: %s', (changes, fault) => {
    const check = () => checkFits({ ...release, ...changes }, here);
    if (fault === null) {
      expect(check).not.toThrow();
    } else {
      expect(check).toThrow(fault);
    }
  });

  it('compares numbers, not letters', () => {
    expect(compareVersions('0.10.0', '0.9.0')).toBeGreaterThan(0);
    expect(compareVersions('1.0.0', '0.99.99')).toBeGreaterThan(0);
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
  });
});

describe('a bundle', () => {
  it('begins with one line', () => {
    const head = signed(JSON.stringify(release));
    const line = `${JSON.stringify(head)}\n`;
    const read = readBundleHead(Buffer.from(`${line}programs`));
    expect(read).toEqual({ signed: head, start: line.length });
  });

  it.each(['', 'no line', '{"release":1}\n', '\n{}'])('%j is none', (text) => {
    expect(() => readBundleHead(Buffer.from(text))).toThrow('UPGRADE_BUNDLE_UNREADABLE');
  });
});

it('takes keys as PEM and as Base64, of Ed25519 alone', () => {
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(readReleaseKey(pem)?.equals(publicKey)).toBe(true);
  expect(readReleaseKey(pem.replaceAll('\n', '\\n'))?.equals(publicKey)).toBe(true);
  expect(readReleaseKey(der)?.equals(publicKey)).toBe(true);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  expect(readReleaseKey(rsa.export({ format: 'pem', type: 'spki' }).toString())).toBeNull();
  expect(readReleaseKey('nothing')).toBeNull();
});
