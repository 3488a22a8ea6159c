/**
 * How long a start takes until the platform says that it is ready: the first one (empty data folder) and later ones.
 * Usage: node tests/load/startup.mjs [first starts, default 3] [later starts, default 5]
 */
import { rmSync } from 'node:fs';
import { buildIfNeeded } from '../../scripts/support/workspace.mjs';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const firstStarts = Number(process.argv[2] ?? 3);
const laterStarts = Number(process.argv[3] ?? 5);

// A build on the way would be measured as well.
buildIfNeeded();
const first = [];
const later = [];
for (let count = 0; count < firstStarts; count += 1) {
  const dataDir = makeDataDir();
  first.push(await startOnce(dataDir));
  for (let start = 0; count === firstStarts - 1 && start < laterStarts; start += 1) {
    later.push(await startOnce(dataDir));
  }
  rmSync(dataDir, { recursive: true, force: true });
}
report('first start', first);
report('later start', later);

/** Milliseconds of one start; the platform is ended again. */
async function startOnce(dataDir) {
  const platform = await startPlatform(dataDir);
  await platform.stop();
  return platform.readyMs;
}

function report(what, times) {
  times.sort((a, b) => a - b);
  const seconds = (times[Math.floor(times.length / 2)] / 1000).toFixed(2);
  console.log(`${what}   ${seconds} s (median of ${times.length})`);
}
