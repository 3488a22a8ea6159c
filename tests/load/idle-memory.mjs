/**
 * Idle memory of everything together, as proportional set size: pages that processes share count once. Aim: 350 MB.
 * Beside it a bare Node that does nothing, as the yardstick. SETTLE_SECONDS: how long after the start (60).
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pssOf, sumByRole } from './process-family.mjs';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const settleMs = Number(process.env.SETTLE_SECONDS ?? 60) * 1000;

const dataDir = makeDataDir();
const platform = await startPlatform(dataDir);
await sleep(settleMs);
const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
await sleep(1000);

const byRole = sumByRole(platform.pid, pssOf);
const total = Object.values(byRole).reduce((sum, mb) => sum + mb, 0);
for (const [role, mb] of Object.entries(byRole)) {
  console.log(`${role.padEnd(10)} ${mb.toFixed(0).padStart(5)} MB`);
}
console.log(`together   ${total.toFixed(0).padStart(5)} MB PSS (aim: 350)`);
console.log(`bare Node  ${pssOf(bare.pid).toFixed(0).padStart(5)} MB`);

bare.kill();
await platform.stop();
rmSync(dataDir, { recursive: true, force: true });
