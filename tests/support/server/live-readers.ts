import { Redis } from 'ioredis';

/** The connections that wait for live events at this Redis now, as it lists them; none without Redis. */
export async function listReaders(redisUrl: string | undefined): Promise<string[]> {
  if (!redisUrl) {
    return [];
  }
  const redis = new Redis(redisUrl);
  try {
    const clients = String(await redis.client('LIST')).split('\n');
    return clients.filter((client) => client.includes('cmd=xread'));
  } finally {
    await redis.quit();
  }
}
