/**
 * What the platform costs while nobody is signed in: processor time and wake-ups of each role, minute by minute, and its
 * memory at the end. Aim: server, worker, agent and database together under 2 % of one core and 350 MB PSS.
 * SETTLE_SECONDS: how long after the start (60); MINUTES: how many are measured (3); DETAILS=1: each database process too.
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  cpuSecondsOf,
  listFamily,
  pssOf,
  roleOf,
  sleepsOf,
  sumByRole,
  titleOf,
} from './process-family.mjs';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const settleMs = Number(process.env.SETTLE_SECONDS ?? 60) * 1000;
const minutes = Number(process.env.MINUTES ?? 3);
const roles = ['server', 'worker', 'agent', 'database'];

const reading = (root) => ({
  at: performance.now(),
  cpu: sumByRole(root, cpuSecondsOf),
  sleeps: sumByRole(root, sleepsOf),
});

/** Percent of one core by role between two readings. */
function percents(before, after) {
  const seconds = (after.at - before.at) / 1000;
  const all = Object.keys(after.cpu);
  return Object.fromEntries(
    all.map((role) => [role, ((after.cpu[role] - (before.cpu[role] ?? 0)) / seconds) * 100]),
  );
}

const databaseDetails = (root) =>
  listFamily(root)
    .filter((pid) => roleOf(pid) === 'database')
    .map((pid) => ({ pid, title: titleOf(pid), cpu: cpuSecondsOf(pid), sleeps: sleepsOf(pid) }));

const dataDir = makeDataDir();
const platform = await startPlatform(dataDir);
try {
  await sleep(settleMs);
  const first = reading(platform.pid);
  const detailsBefore = process.env.DETAILS ? databaseDetails(platform.pid) : [];
  let before = first;
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleep(60_000);
    const after = reading(platform.pid);
    const each = percents(before, after);
    const words = Object.entries(each).map(([role, percent]) => `${role} ${percent.toFixed(2)} %`);
    console.log(`minute ${minute}: ${words.join(', ')}`);
    before = after;
  }
  const seconds = (before.at - first.at) / 1000;
  const mean = percents(first, before);
  const memory = sumByRole(platform.pid, pssOf);
  for (const role of Object.keys(mean)) {
    const wakes = (before.sleeps[role] - first.sleeps[role]) / seconds;
    console.log(
      `${role.padEnd(9)} ${mean[role].toFixed(2).padStart(6)} % of a core, ` +
        `${wakes.toFixed(1).padStart(6)} wake-ups/s, ${memory[role].toFixed(0).padStart(4)} MB PSS`,
    );
  }
  const sum = (values) => roles.reduce((total, role) => total + (values[role] ?? 0), 0);
  console.log(
    `together ${sum(mean).toFixed(2)} % (aim: 2), ${sum(memory).toFixed(0)} MB (aim: 350)`,
  );
  if (process.env.DETAILS) {
    for (const { pid, title, cpu, sleeps } of databaseDetails(platform.pid)) {
      const old = detailsBefore.find((entry) => entry.pid === pid);
      const percent = ((cpu - (old?.cpu ?? 0)) / seconds) * 100;
      const wakes = (sleeps - (old?.sleeps ?? 0)) / seconds;
      console.log(`  ${percent.toFixed(2)} %, ${wakes.toFixed(1)} wake-ups/s: ${title}`);
    }
  }
} finally {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
