import { Redis } from 'ioredis';

/** The other connections to this Redis, each a line as it lists them. */
export async function listClients(redisUrl: string): Promise<string[]> {
  const redis = new Redis(redisUrl, { connectionName: 'observer' });
  try {
    const clients = String(await redis.client('LIST'))
      .trim()
      .split('\n');
    return clients.filter((client) => !client.includes(' name=observer '));
  } finally {
    await redis.quit();
  }
}

/** The connections that wait for live events at this Redis now; none without Redis. */
export async function listReaders(redisUrl: string | undefined): Promise<string[]> {
  const clients = redisUrl ? await listClients(redisUrl) : [];
  return clients.filter((client) => client.includes('cmd=xread'));
}
