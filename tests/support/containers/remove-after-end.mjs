/**
 * Stands beside a process of tests and removes what it started in the engine when it has ended, however that came about:
 * its standard input is a pipe of that process. The argument names the run.
 */
process.stdin.resume().once('end', () => void removeAll());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => undefined);
}

async function removeAll() {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { removeLabelled } = await import('./leftovers.mjs');
  const { container } = await getContainerRuntimeClient();
  await removeLabelled(container.dockerode, (run) => run === process.argv[2]);
  process.exit(0);
}
