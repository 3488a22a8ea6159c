/** How long a start takes until the platform says that it is ready: the first one (empty data folder) and later ones. */
import { rmSync } from 'node:fs';
import { buildIfNeeded } from '../../scripts/support/workspace.mjs';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const laterStarts = 5;

// A build on the way would be measured as well.
buildIfNeeded();
const dataDir = makeDataDir();
const times = [];
for (let start = 0; start <= laterStarts; start += 1) {
  const platform = await startPlatform(dataDir);
  times.push(platform.readyMs);
  await platform.stop();
}
rmSync(dataDir, { recursive: true, force: true });

const [first, ...later] = times;
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
later.sort((a, b) => a - b);
console.log(`first start   ${seconds(first)}`);
console.log(
  `later starts  ${seconds(later[Math.floor(laterStarts / 2)])} (median of ${laterStarts})`,
);
