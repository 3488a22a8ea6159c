import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { licenceMaxBytes } from '@clusterdesk/contracts';
import { canonicalJson, keyIdOf, readLicence, type Licence } from './licence-document.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const machine = 'a'.repeat(64);
const now = new Date('2027-01-01T00:00:00Z');
const test = { key: publicKey, machine, now };

function licenceWith(change: object = {}, key: KeyObject = privateKey): Record<string, unknown> {
  const document = {
    format: 'clusterdesk-licence',
    version: 1,
    id: 'licence-1',
    licensee: '示例实验室',
    machine,
    issued: '2026-12-31T00:00:00Z',
    expires: '2027-12-31T23:59:59Z',
    limits: { users: 50, nodes: null },
    key: keyIdOf(publicKey),
    ...change,
  };
  const signature = sign(null, Buffer.from(canonicalJson(document)), key).toString('base64');
  return { ...document, signature };
}

const textOf = (licence: unknown): Buffer => Buffer.from(JSON.stringify(licence));

/** The code of what is thrown or found; null: the licence counts. */
function faultIn(content: Buffer): string | null {
  try {
    return readLicence(content, test).fault?.code ?? null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('a licence', () => {
  it('counts as it was signed, however its file is laid out', () => {
    const licence = licenceWith();
    const turned = Object.fromEntries(Object.entries(licence).toReversed());
    expect(faultIn(Buffer.from(JSON.stringify(turned, null, 4)))).toBeNull();
    const read: Licence = readLicence(textOf(licence), test).licence;
    expect(read).toMatchObject({ licensee: '示例实验室', limits: { users: 50, nodes: null } });
  });

  const damaged = { ...licenceWith(), signature: licenceWith({ id: 'another' })['signature'] };
  it.each<[string, Buffer, string]>([
    ['no JSON', Buffer.from('licence'), 'NOT_JSON'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'NOT_JSON'],
    ['no licence', textOf({ format: 'clusterdesk-machine', version: 1 }), 'FORMAT'],
    ['null', textOf(null), 'FORMAT'],
    ['of a version to come', textOf(licenceWith({ version: 2 })), 'FORMAT'],
    ['too large', Buffer.alloc(licenceMaxBytes + 1, ' '), 'TOO_LARGE'],
    [
      'of another key',
      textOf(licenceWith({ key: keyIdOf(other.publicKey) }, other.privateKey)),
      'OTHER_KEY',
    ],
    [
      'signed with another key in the name of the right one',
      textOf(licenceWith({}, other.privateKey)),
      'ALTERED',
    ],
    ['with the signature of another licence', textOf(damaged), 'ALTERED'],
    ['with a later end', textOf({ ...licenceWith(), expires: '2099-01-01T00:00:00Z' }), 'ALTERED'],
    [
      'with higher limits',
      textOf({ ...licenceWith(), limits: { users: 500, nodes: null } }),
      'ALTERED',
    ],
    ['with a member that nobody signed', textOf({ ...licenceWith(), more: true }), 'ALTERED'],
    ['without a signature', textOf({ ...licenceWith(), signature: '' }), 'ALTERED'],
    [
      'that is deep',
      Buffer.from(
        `{"format":"clusterdesk-licence","version":1,"limits":${'['.repeat(8000)}${']'.repeat(8000)}}`,
      ),
      'ALTERED',
    ],
    ['for another machine', textOf(licenceWith({ machine: 'b'.repeat(64) })), 'OTHER_MACHINE'],
    ['of tomorrow', textOf(licenceWith({ issued: '2027-01-02T00:00:00Z' })), 'NOT_YET_VALID'],
    ['of yesterday', textOf(licenceWith({ expires: '2026-12-31T23:59:59Z' })), 'EXPIRED'],
  ])('%s does not count', (_, content, code) => {
    expect(faultIn(content)).toBe(`OPERATIONS_LICENCE_${code}`);
  });

  it('may come from a host whose clock is a little ahead', () => {
    expect(faultIn(textOf(licenceWith({ issued: '2027-01-01T00:05:00Z' })))).toBeNull();
  });
});
