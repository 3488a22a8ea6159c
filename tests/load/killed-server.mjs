/**
 * How long a call waits when the server is killed (SIGKILL): from the kill to its answer, over a new connection that the
 * launcher's socket takes at once. One row with kills far apart, one with a kill every ten seconds. Aim: 3 s at the median.
 * Usage: node tests/load/killed-server.mjs [kills of each kind, default 5] [seconds between those far apart, default 35]
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../../scripts/support/workspace.mjs';
import { listFamily, roleOf } from './process-family.mjs';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const kills = Number(process.argv[2] ?? 5);
const farSeconds = Number(process.argv[3] ?? 35);

buildIfNeeded();
const dataDir = makeDataDir();
const platform = await startPlatform(dataDir);
await sleep(5_000);
try {
  for (const seconds of [farSeconds, 10]) {
    const waits = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const killedAt = performance.now();
      process.kill(serverPid(), 'SIGKILL');
      await answer();
      waits.push((performance.now() - killedAt) / 1000);
      await sleep(Math.max(0, seconds * 1_000 - (performance.now() - killedAt)));
    }
    waits.sort((a, b) => a - b);
    const [median, worst] = [waits[Math.floor(kills / 2)], waits[kills - 1]];
    console.log(
      `killed every ${String(seconds).padStart(2)} s   ${median.toFixed(2)} s, at worst ${worst.toFixed(2)} s (median of ${kills})`,
    );
  }
} finally {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function serverPid() {
  const pid = listFamily(platform.pid).find((each) => roleOf(each) === 'server');
  if (pid === undefined) {
    throw new Error('No server runs.');
  }
  return pid;
}

/** Until one call is answered. A connection that was in the killed server's hands is cut off, as a browser's is. */
async function answer() {
  for (;;) {
    try {
      const response = await fetch(`${platform.url}/api/health/ready`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(60_000),
      });
      await response.arrayBuffer();
      if (response.status === 200) {
        return;
      }
    } catch {
      // It was cut off.
    }
    await sleep(50);
  }
}
