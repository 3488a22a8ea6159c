import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from './config.js';

const DATABASE_URL = 'postgresql://user@127.0.0.1/platform';
const PROXY_SECRET = 'what only the proxy can show to us'.replaceAll(' ', '-');

/** With one of those that Node knows. */
const caFolder = mkdtempSync(join(tmpdir(), 'clusterdesk-ca-'));
const caFile = join(caFolder, 'ca.pem');
writeFileSync(caFile, rootCertificates[0] ?? '');
afterAll(() => rmSync(caFolder, { recursive: true }));

function linesOf(environment: Record<string, string>): string[] {
  try {
    loadConfig({ DATABASE_URL, ...environment });
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.lines : [String(error)];
  }
}

describe('the configuration', () => {
  it('needs a database and nothing else', () => {
    expect(loadConfig({ DATABASE_URL })).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      dataDir: resolve('data'),
      filesDir: resolve('data/files'),
      timeZone: 'Asia/Shanghai',
      trustProxy: false,
      localNode: undefined,
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig({ DATABASE_URL, PORT: '', REDIS_URL: '' })).toMatchObject({
      port: 8080,
      redis: undefined,
    });
  });

  it('knows what an operator has set from what the launcher and systemd set', () => {
    const sockets = { LISTEN_FDS: '2', LISTEN_PID: String(process.pid) };
    const set = { DATABASE_URL, PORT: '80', STOP_TIMEOUT_MS: '9000', PATH: '/bin', ...sockets };
    const variables = (launcher?: string): readonly string[] =>
      loadConfig({ ...set, LAUNCHER_UPGRADES: launcher }).variables;
    expect(variables()).toEqual(['DATABASE_URL', 'PORT', 'STOP_TIMEOUT_MS']);
    expect(variables('external')).toEqual(['DATABASE_URL', 'PORT']);
    expect(variables('embedded')).toEqual(['PORT']);
  });

  it('takes sockets that were opened for it, and leaves those that are for another process', () => {
    const given = { DATABASE_URL, HOST: '127.0.0.1', PORT: '9000', LISTEN_FDS: '2' };
    const descriptors = { descriptors: [3, 4] };
    expect(loadConfig(given).listenPlace).toEqual(descriptors);
    const mine = { ...given, LISTEN_PID: String(process.pid) };
    expect(loadConfig(mine).listenPlace).toEqual(descriptors);
    expect(loadConfig({ ...given, LISTEN_PID: '1' }).listenPlace).toEqual({
      host: '127.0.0.1',
      port: 9000,
    });
  });

  it('says how to get a database when there is none', () => {
    expect(linesOf({ DATABASE_URL: '' })).toEqual([
      expect.stringMatching(/^DATABASE_URL is not set: .*npm start/),
    ]);
  });

  it('has one line for each wrong variable', () => {
    const lines = linesOf({ PORT: '70000', REDIS_URL: 'http://x', TIME_ZONE: 'Mars' });
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
      'PORT',
      'REDIS_URL',
      'TIME_ZONE',
    ]);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'longer-than-18-characters'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['LOG_LEVEL', 'loud'],
    ['ACCEL_REDIRECT', 'http://elsewhere/'],
    ['ACCEL_REDIRECT', '/'],
    ['ACCEL_REDIRECT', '/a/../b'],
    ['LOCAL_NODE_TOKEN', 'guessable'],
    ['LOCAL_NODE_NAME', 'host\u202e1'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'x'.repeat(32)],
    ['PROXY_SECRET', 'short'],
    ['PROXY_SECRET', '0'.repeat(32)],
    ['PROXY_SECRET', 'thirty-two characters with spaces'],
  ])('refuses %s=%s', (name, value) => {
    expect(linesOf({ PROXY_SECRET, [name]: value })).toEqual([
      expect.stringContaining(`${name} is wrong`),
    ]);
  });

  it.each(['/clusterdesk-files', '/clusterdesk-files/'])('reads ACCEL_REDIRECT=%s', (given) => {
    expect(loadConfig({ DATABASE_URL, ACCEL_REDIRECT: given, PROXY_SECRET })).toMatchObject({
      accelRedirect: '/clusterdesk-files/',
    });
  });

  it('takes the public key of licences as its PEM or in one line, and no private one', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
    const line = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    for (const LICENCE_PUBLIC_KEY of [pem, pem.replaceAll('\n', '\\n'), line]) {
      const { licenceKey } = loadConfig({ DATABASE_URL, LICENCE_PUBLIC_KEY });
      expect(licenceKey?.equals(publicKey)).toBe(true);
    }
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    for (const wrong of [
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      rsa.export({ type: 'spki', format: 'pem' }),
      'no key',
    ]) {
      expect(linesOf({ LICENCE_PUBLIC_KEY: String(wrong) })).toEqual([
        expect.stringMatching(/^LICENCE_PUBLIC_KEY is wrong: .*keygen printed\.$/),
      ]);
    }
  });

  it('does not repeat a secret that is wrong', () => {
    expect(linesOf({ ADMIN_PASSWORD: 'abc' }).join()).not.toContain('abc');
  });

  it.each([
    ['2', 2],
    ['loopback', 'loopback'],
    ['10.0.0.0/8', '10.0.0.0/8'],
  ])('reads TRUST_PROXY=%s', (TRUST_PROXY, trustProxy) => {
    expect(loadConfig({ DATABASE_URL, TRUST_PROXY, PROXY_SECRET })).toMatchObject({ trustProxy });
  });

  it.each([
    ['TRUST_PROXY', 'loopback'],
    ['TRUST_PROXY', '10.0.0.5'],
    ['TRUST_PROXY', '1'],
    ['ACCEL_REDIRECT', '/clusterdesk-files'],
  ])('takes a proxy by %s=%s only when it has something to show', (name, value) => {
    expect(linesOf({ [name]: value })).toEqual([expect.stringContaining('needs a PROXY_SECRET')]);
    expect(linesOf({ [name]: value, PROXY_SECRET })).toEqual([]);
  });

  it('does not let everybody name a proxy', () => {
    expect(linesOf({ TRUST_PROXY: 'true', PROXY_SECRET })).toEqual([
      expect.stringContaining('must name the proxies'),
    ]);
  });

  it.each<[Record<string, string>, unknown]>([
    [
      { REDIS_URL: 'redis://127.0.0.1' },
      { at: { host: '127.0.0.1', port: 6379 }, db: 0, tls: undefined },
    ],
    [
      { REDIS_URL: 'rediss://desk:p%25%2F%40@[::1]:7000/3' },
      {
        at: { host: '::1', port: 7000 },
        username: 'desk',
        password: 'p%/@',
        db: 3,
        tls: { ca: undefined },
      },
    ],
    [
      {
        REDIS_URL: 'redis://:word@Desk-main/2',
        REDIS_SENTINELS: 's1.lab:26380, s2.lab,[::1]:3',
        REDIS_SENTINEL_PASSWORD: 'of sentinels',
      },
      {
        at: {
          masterName: 'Desk-main',
          sentinels: [
            { host: 's1.lab', port: 26_380 },
            { host: 's2.lab', port: 26_379 },
            { host: '::1', port: 3 },
          ],
          password: 'of sentinels',
        },
        password: 'word',
        db: 2,
      },
    ],
  ])('reads where Redis is from %j', (given, redis) => {
    expect(loadConfig({ DATABASE_URL, ...given })).toMatchObject({ redis });
  });

  const url = 'redis://:a-secret@redis';
  it.each<[Record<string, string>, string]>([
    [{ REDIS_URL: 'redis' }, 'REDIS_URL is wrong: must be a redis:// or rediss:// address'],
    [{ REDIS_URL: `${url}/tasks` }, 'REDIS_URL is wrong: must be redis://user'],
    [{ REDIS_URL: `${url}?family=6` }, 'REDIS_URL is wrong: must be redis://user'],
    [{ REDIS_URL: 'redis://:50%@redis' }, 'REDIS_URL is wrong: must be redis://user'],
    [{ REDIS_URL: 'redis:///1' }, 'REDIS_URL is wrong: must be redis://user'],
    [{ REDIS_URL: `${url}:6379`, REDIS_SENTINELS: 'a:1' }, 'the name of the master'],
    [{ REDIS_URL: url, REDIS_SENTINELS: 'a:1,b:x' }, 'REDIS_SENTINELS is wrong: must be host'],
    [{ REDIS_SENTINELS: 'a:1' }, 'REDIS_SENTINELS is wrong: needs REDIS_URL'],
    [{ REDIS_URL: url, REDIS_SENTINEL_PASSWORD: 'x' }, 'REDIS_SENTINEL_PASSWORD is wrong: needs'],
    [{ REDIS_URL: url, REDIS_CA_FILE: caFile }, 'needs a REDIS_URL that begins with rediss://'],
    [{ REDIS_CA_FILE: caFile }, 'REDIS_CA_FILE is wrong: needs REDIS_URL'],
    [
      { REDIS_CA_FILE: '/nowhere/ca.pem' },
      'REDIS_CA_FILE is wrong: must be a file that can be read',
    ],
    [{ REDIS_CA_FILE: import.meta.filename }, 'must be a file of certificates in PEM'],
  ])('refuses %j in one line, without the secret in it', (given, words) => {
    const lines = linesOf(given);
    expect(lines).toEqual([expect.stringContaining(words)]);
    expect(lines.join()).not.toContain('a-secret');
  });

  it('takes the certificates of the authority of Redis', () => {
    const given = { DATABASE_URL, REDIS_URL: 'rediss://redis', REDIS_CA_FILE: caFile };
    const { redis } = loadConfig(given);
    expect(redis?.tls?.ca).toContain('-----BEGIN CERTIFICATE-----');
  });
});
