import { readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import tearDownDatabase from '../jest/database-teardown.mjs';

const waitMs = 30_000;

/** Jest's globalTeardown for the browser suites: the database waits until the platforms on it have stopped. */
export default async function tearDownLending() {
  globalThis.endLentConsole?.();
  const folder = process.env.LENT_CONSOLES;
  if (folder) {
    const deadline = Date.now() + waitMs;
    while (readdirSync(folder).some(isRunning) && Date.now() < deadline) {
      await sleep(50);
    }
    rmSync(folder, { recursive: true, force: true });
    delete process.env.LENT_CONSOLES;
  }
  await tearDownDatabase();
}

function isRunning(pid) {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
