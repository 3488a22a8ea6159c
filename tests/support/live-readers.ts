import { Redis } from 'ioredis';
import { waitFor } from './wait-for.js';

/** Waits until no closed adapter reads from this Redis any more; without it they would look for it for ever. */
export async function readersHaveLeft(redisUrl: string | undefined): Promise<void> {
  if (!redisUrl) {
    return;
  }
  const redis = new Redis(redisUrl);
  try {
    await waitFor('the readers to leave', async () => {
      const clients = String(await redis.client('LIST'));
      return !clients.includes('cmd=xread');
    });
  } finally {
    await redis.quit();
  }
}
