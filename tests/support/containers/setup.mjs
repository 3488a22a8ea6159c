import { hostname } from 'node:os';
import { prepareImages } from '../../../scripts/containers/prepare-images.mjs';

/**
 * Before the tests in containers: an engine that answers, the images, and nothing that an earlier run left behind
 * (docs/operations/containers.md).
 */
export default async function setUpContainers() {
  if (!process.env.SERVER_IMAGE) {
    Object.assign(process.env, await prepareImages(console.log));
  }
  if (process.env.TESTCONTAINERS_HUB_IMAGE_NAME_PREFIX) {
    // Else it looks for the engine's host by an image of the registry.
    process.env.TESTCONTAINERS_HOST_OVERRIDE ??= '127.0.0.1';
  }
  await removeLeftovers();
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
