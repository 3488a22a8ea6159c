import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { hasRedis, startTestRedis } from '@clusterdesk/tests/platform/test-redis.js';
import { Server } from 'socket.io';
import { loadConfig } from '../../config/config.js';
import { createRealtimeAdapter } from './realtime-adapter.js';

(hasRedis() ? describe : describe.skip)('the adapter of Redis', () => {
  it('leaves no refusal unheard when it is closed before Redis has answered', async () => {
    const redis = await startTestRedis();
    try {
      redis.freeze();
      const { redis: place } = loadConfig({
        DATABASE_URL: 'postgresql://nowhere',
        REDIS_URL: redis.url,
      });
      const adapter = createRealtimeAdapter({ redis: place }, {} as never, 5_000, () => undefined);
      const sockets = new Server(createServer(), { adapter: adapter.factory });
      sockets.of('/browsers');
      // The subscriptions are sent when the connection was made.
      await new Promise(setImmediate);
      await sockets.close();
      await expect(adapter.close()).resolves.toBeUndefined();
      // Jest fails a test during which a refusal goes unheard; Node tells of it after the promises of a turn.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    } finally {
      redis.thaw();
      await redis.stop();
    }
  });
});
