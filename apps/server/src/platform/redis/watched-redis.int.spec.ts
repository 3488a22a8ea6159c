import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Logger } from '@nestjs/common';
import { TestCertificates } from '@clusterdesk/tests/platform/test-certificates.js';
import {
  hasRedis,
  startTestRedis,
  type TestRedis,
} from '@clusterdesk/tests/platform/test-redis.js';
import { loadConfig } from '../../config/config.js';
import { redisOptions, waitForRedis } from './redis-options.js';
import { logAbsence, WatchedRedis } from './watched-redis.js';

const password = 'word-of-this-redis';

/** What is said of a Redis under these variables: that it answers, or why it does not. */
async function connect(environment: Record<string, string>): Promise<string> {
  const { redis: place } = loadConfig({
    DATABASE_URL: 'postgresql://nowhere/none',
    ...environment,
  });
  if (!place) {
    throw new Error('There is no Redis.');
  }
  const redis = new WatchedRedis(
    { ...redisOptions(place, 'spec', 60_000), ...waitForRedis },
    60_000,
  );
  try {
    return await new Promise<string>((resolve) => {
      const logger: Pick<Logger, 'warn' | 'log'> = { warn: resolve, log: () => undefined };
      logAbsence(redis, logger);
      redis.ping().then(resolve, () => undefined);
    });
  } finally {
    redis.disconnect();
  }
}

(hasRedis() ? describe : describe.skip)('a Redis with TLS and a password', () => {
  const certificates = new TestCertificates();
  let redis: TestRedis;
  let url: string;

  beforeAll(async () => {
    certificates.makeAuthority('ca');
    certificates.makeAuthority('stranger');
    certificates.makeServer('localhost', 'ca');
    redis = await startTestRedis({
      tls: {
        ca: certificates.path('ca.pem'),
        cert: certificates.path('localhost.pem'),
        key: certificates.path('localhost.key'),
      },
      settings: ['--requirepass', password],
    });
    url = `rediss://:${password}@localhost:${redis.port}`;
  });
  afterAll(async () => {
    await redis.stop();
    certificates.remove();
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['is used', () => ({ REDIS_URL: url, REDIS_CA_FILE: certificates.path('ca.pem') }), /^PONG$/],
    ['of an authority that Node does not know', () => ({ REDIS_URL: url }), /certificate/],
    [
      'of another authority',
      () => ({ REDIS_URL: url, REDIS_CA_FILE: certificates.path('stranger.pem') }),
      /certificate/,
    ],
    [
      'of another name',
      () => ({
        REDIS_URL: url.replace('localhost', '127.0.0.1'),
        REDIS_CA_FILE: certificates.path('ca.pem'),
      }),
      /does not match certificate/,
    ],
    [
      'that is spoken to without TLS',
      () => ({ REDIS_URL: url.replace('rediss', 'redis') }),
      /Redis is away/,
    ],
    [
      'that has another password',
      () => ({
        REDIS_URL: url.replace(password, 'a-wrong-word'),
        REDIS_CA_FILE: certificates.path('ca.pem'),
      }),
      /WRONGPASS/,
    ],
  ])('%s', async (_, environment, said) => {
    const line = await connect(environment());
    expect(line).toMatch(said);
    expect(line).not.toMatch(/word-of|a-wrong-word/);
  });
});
