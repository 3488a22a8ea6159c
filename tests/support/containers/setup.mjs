import { hostname } from 'node:os';

/**
 * Before the tests in containers: an engine that answers, the images, and nothing that an earlier run left behind
 * (docs/operations/containers.md).
 */
export default async function setUpContainers() {
  if (process.env.TESTCONTAINERS_HUB_IMAGE_NAME_PREFIX) {
    // Both would be pulled from a registry: what removes after a crash (remove-after-end.mjs does), and what looks for the engine's host.
    process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
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
