import { createServer } from 'node:net';

/** A TCP port that nobody listens on just now, on no address of either family. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    // Without a host: of both families.
    probe.listen({ port: 0, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
