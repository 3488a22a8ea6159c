import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from './config.js';

const DATABASE_URL = 'postgresql://user@127.0.0.1/platform';

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
      redisUrl: undefined,
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
  ])('refuses %s=%s', (name, value) => {
    expect(linesOf({ [name]: value })).toEqual([expect.stringContaining(`${name} is wrong`)]);
  });

  it.each(['/clusterdesk-files', '/clusterdesk-files/'])('reads ACCEL_REDIRECT=%s', (given) => {
    expect(loadConfig({ DATABASE_URL, ACCEL_REDIRECT: given })).toMatchObject({
      accelRedirect: '/clusterdesk-files/',
    });
  });

  it('does not repeat a secret that is wrong', () => {
    expect(linesOf({ ADMIN_PASSWORD: 'abc' }).join()).not.toContain('abc');
  });

  it.each([
    ['true', true],
    ['2', 2],
    ['10.0.0.0/8', '10.0.0.0/8'],
  ])('reads TRUST_PROXY=%s', (TRUST_PROXY, trustProxy) => {
    expect(loadConfig({ DATABASE_URL, TRUST_PROXY })).toMatchObject({ trustProxy });
  });
});
