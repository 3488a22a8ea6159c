import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { hasRedis } from '../support/platform/test-redis.js';
import { PlatformOnSentinel } from '../support/server/platform-on-sentinel.js';

(hasRedis('redis-sentinel') ? describe : describe.skip)('behind a sentinel, with TLS', () => {
  let platform: PlatformOnSentinel;

  beforeAll(async () => {
    platform = await PlatformOnSentinel.start();
  });
  afterAll(() => platform.stop());

  it('tasks and events go on with the replica while the master stands still, and afterwards', async () => {
    await platform.works();
    // Nothing is refused, and no connection ends: only silence says that it is gone.
    platform.redis.master.freeze();
    await platform.works();
    // Now it is a replica, to which nothing can be written.
    platform.redis.master.thaw();
    await platform.works();
  });
});
