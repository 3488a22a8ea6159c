import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { hasRedis } from '@clusterdesk/tests/platform/test-redis.js';
import { PlatformOnSentinel } from '@clusterdesk/tests/server/platform-on-sentinel.js';

// A master that stands still is in tests/long: it takes longer to be given up.
(hasRedis('redis-sentinel') ? describe : describe.skip)('behind a sentinel, with TLS', () => {
  let platform: PlatformOnSentinel;

  beforeAll(async () => {
    platform = await PlatformOnSentinel.start();
  });
  afterAll(() => platform.stop());

  it('tasks and events go on with the replica when the master is gone', async () => {
    await platform.works();
    platform.redis.master.kill();
    await platform.works();
  });
});
