/**
 * Idle memory of everything together, as proportional set size: pages that processes share count once. Aim: 350 MB.
 * Beside it a bare Node that does nothing, as the yardstick.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const settleMs = Number(process.env.SETTLE_SECONDS ?? 60) * 1000;

const parentOf = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};
const pssOf = (pid) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;

function listFamily(root) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), parentOf(Number(name)));
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid) => pid === root || (parents.has(pid) && isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

function roleOf(pid) {
  const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  const roles = {
    start: 'launcher',
    'server/dist/main': 'server',
    worker: 'worker',
    agent: 'agent',
  };
  return line.includes('postgres')
    ? 'database'
    : (Object.entries(roles).find(([part]) => line.includes(part))?.[1] ?? 'other');
}

const dataDir = makeDataDir();
const platform = await startPlatform(dataDir);
await sleep(settleMs);
const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
await sleep(1000);

const byRole = {};
for (const pid of listFamily(platform.pid)) {
  byRole[roleOf(pid)] = (byRole[roleOf(pid)] ?? 0) + pssOf(pid);
}
const total = Object.values(byRole).reduce((sum, mb) => sum + mb, 0);
for (const [role, mb] of Object.entries(byRole)) {
  console.log(`${role.padEnd(10)} ${mb.toFixed(0).padStart(5)} MB`);
}
console.log(`together   ${total.toFixed(0).padStart(5)} MB PSS (aim: 350)`);
console.log(`bare Node  ${pssOf(bare.pid).toFixed(0).padStart(5)} MB`);

bare.kill();
await platform.stop();
rmSync(dataDir, { recursive: true, force: true });
