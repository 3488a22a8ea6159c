import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { getContainerRuntimeClient, StartedNetwork } from 'testcontainers';
import { workspace } from '../platform/platform.js';
import { labels } from './leftovers.mjs';

/** Of this process: what it starts is removed with its end, also by kill -9 (remove-after-end.mjs). */
const run = `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`;

/** What every container, network and volume of a test carries. */
export const ownLabels = { [labels.tests]: 'true', [labels.run]: run };

type Engine = Awaited<ReturnType<typeof getContainerRuntimeClient>>['container']['dockerode'];
let engine: Promise<Engine> | undefined;

/** The API of the container engine, for what Testcontainers has no words for. */
export function useEngine(): Promise<Engine> {
  engine ??= connect();
  return engine;
}

async function connect(): Promise<Engine> {
  const { container } = await getContainerRuntimeClient();
  const remover = spawn(
    process.execPath,
    [join(workspace, 'tests/support/containers/remove-after-end.mjs'), run],
    { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: workspace },
  );
  remover.unref();
  (remover.stdin as unknown as { unref(): void }).unref();
  return container.dockerode;
}

/** A network of one platform, by the names of whose parts they reach each other. */
export async function createNetwork(): Promise<StartedNetwork> {
  const client = await getContainerRuntimeClient();
  const dockerode = await useEngine();
  const name = newName('network');
  const network = await dockerode.createNetwork({ Name: name, Labels: ownLabels });
  return new StartedNetwork(client, name, network);
}

/** A volume that several containers mount. @returns its name */
export async function createVolume(): Promise<string> {
  const name = newName('files');
  await (await useEngine()).createVolume({ Name: name, Labels: ownLabels });
  return name;
}

export const newName = (what: string): string =>
  `clusterdesk-${what}-${randomBytes(6).toString('hex')}`;

const ports = { first: 20_000, count: 12_000 };

/**
 * A port of this host for a container that keeps it over its restarts, which a port of the engine's choice does not. Below those
 * that the system gives out by itself, so that nobody takes it while the container is down.
 */
export async function findHostPort(): Promise<number> {
  for (;;) {
    const port = ports.first + Math.floor(Math.random() * ports.count);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen({ port, exclusive: true }, () => probe.close(() => resolve(true)));
    });
    if (isFree) {
      return port;
    }
  }
}
