/**
 * Idle memory of everything together, as proportional set size: pages that processes share count once. Aim: 350 MB.
 * Beside it a bare Node that does nothing, as the yardstick. SETTLE_SECONDS: how long after the start, or after its use (60).
 * AGE_SECONDS: how long the platform is used before, as by a busy lab (0).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ageServer } from './ageing.mjs';
import { pssOf, sumByRole } from './process-family.mjs';
import { openClient } from './server-run.mjs';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const ageSeconds = Number(process.env.AGE_SECONDS ?? 0);
const settleMs = Number(process.env.SETTLE_SECONDS ?? 60) * 1000;

const dataDir = makeDataDir();
const platform = await startPlatform(dataDir);
if (ageSeconds > 0) {
  const workDir = mkdtempSync(join(tmpdir(), 'clusterdesk-age-'));
  const server = { url: platform.url, ...(await openClient(platform.url)) };
  console.log(JSON.stringify(await ageServer(server, { seconds: ageSeconds, workDir })));
  rmSync(workDir, { recursive: true });
}
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
