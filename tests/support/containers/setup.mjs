import { hostname } from 'node:os';
import { tryDocker } from '../../../scripts/containers/docker.mjs';
import { stopEngine } from '../../../scripts/containers/engine.mjs';
import { prepareImages } from '../../../scripts/containers/prepare-images.mjs';

let hasStartedEngine = false;

/**
 * Before the tests in containers: an engine that answers, the images, and nothing that an earlier run left behind
 * (docs/operations/containers.md).
 */
export default async function setUpContainers() {
  if (!process.env.SERVER_IMAGE) {
    hasStartedEngine = !tryDocker(['info']);
    Object.assign(process.env, await prepareImages(console.log));
  }
  if (process.env.TESTCONTAINERS_HUB_IMAGE_NAME_PREFIX) {
    // Else it looks for the engine's host by an image of the registry.
    process.env.TESTCONTAINERS_HOST_OVERRIDE ??= '127.0.0.1';
  }
  await removeLeftovers();
}

/** Whoever set up ends the engine, unless it was there before. */
export function endEngine() {
  if (hasStartedEngine) {
    stopEngine(console.log);
  }
}

/** What ended processes of this host have started. */
async function removeLeftovers() {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { removeLabelled } = await import('./leftovers.mjs');
  const { container } = await getContainerRuntimeClient();
  await removeLabelled(container.dockerode, (run) => {
    const [host, pid] = run.split('/');
    return host === hostname() && !isAlive(Number(pid));
  });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
