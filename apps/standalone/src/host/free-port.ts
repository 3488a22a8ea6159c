import { createServer } from 'node:net';

/** A TCP port of the loopback address that nobody listens on just now. */
export function findFreePort(): Promise<number> {
  return tryListen(0, '127.0.0.1');
}

/** Whether a server could listen there; the error says why not (EADDRINUSE, EACCES). */
export async function findListenError(
  port: number,
  host: string,
): Promise<NodeJS.ErrnoException | null> {
  try {
    await tryListen(port, host);
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

function tryListen(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
