/**
 * 1,000 jobs of at most a second on this host: by the platform with its own agent, and the same by a Slurm (tests/support has one), if it is
 * there. What is counted is the time that scheduling adds to a job: how long a CPU that became free stood idle until its next job
 * began, at the median, by the clock of the jobs themselves. Meanwhile another user lists jobs and opens one.
 * Usage, as root: node tests/load/short-jobs.mjs [jobs, default 1000]; SECONDS (0.5) changes how long each sleeps
 */
import { loadavg, tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { buildIfNeeded } from '../../scripts/support/workspace.mjs';
import { loadTypescript } from '../support/jest/load-typescript.mjs';
import { openClient, percentile, time } from './server-run.mjs';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const { hasSlurm, TestSlurm } = await loadTypescript('tests/support/platform/test-slurm.ts');

const jobs = Number(process.argv[2] ?? 1_000);
const seconds = Number(process.env.SECONDS ?? 0.5);
const submittedAtOnce = 8;
/** `>>` opens a file with O_APPEND: no line is lost. */
const script = `#!/bin/sh
date +%s%N >> begins
sleep ${seconds}
date +%s%N >> ends
`;
/** What the tests' Slurm gives at once in its partition `short`. */
const slurmCpus = 10;

buildIfNeeded();
console.log(`load average ${loadavg()[0].toFixed(1)}`);
const own = await runOnPlatform();
if (hasSlurm()) {
  const slurm = await runOnSlurm();
  console.log(`ratio platform / Slurm of what scheduling adds: ${(own / slurm).toFixed(2)}`);
}
console.log(`load average ${loadavg()[0].toFixed(1)}`);
process.exit();

async function runOnPlatform() {
  const dataDir = makeDataDir();
  const platform = await startPlatform(dataDir);
  try {
    const { call, signIn } = await openClient(platform.url);
    const token = await signIn();
    const other = await addUser(dataDir);
    const [queue] = await call('/calculation/queue/list', {}, token);
    const cpus = queue.calculations.reduce((sum, node) => sum + node.cpus, 0);
    const run = async (jobName, { token: from } = { token }) =>
      (await call('/job/run', { jobName, queueName: 'local', scriptContent: script }, from)).jobId;
    const ofOther = await run('of_other', other);
    const calls = { list: [], page: [] };
    let isOver = false;
    const begin = performance.now();
    const looking = lookAs(call, other.token, ofOther, calls, () => isOver);
    await inTurns(jobs, (number) => run(`short_${number}`));
    const submittedMs = performance.now() - begin;
    let counts;
    do {
      await sleep(500);
      counts = await call('/job/counts', {}, token);
    } while ((counts.PENDING ?? 0) + (counts.RUNNING ?? 0) > 0);
    const totalMs = performance.now() - begin;
    isOver = true;
    await looking;
    const homes = join(dataDir, 'files/home');
    const folder = readdirSync(homes)
      .map((name) => join(homes, name))
      .find((home) => existsSync(join(home, 'ends')) && readTimes(home, 'ends').length > 1);
    const added = report('the platform', {
      ...{ cpus, totalMs, submittedMs, folder, completed: counts.COMPLETED },
    });
    for (const [what, times] of Object.entries(calls)) {
      const shown = [0.5, 0.95, 1].map((share) => `${percentile(times, share).toFixed(0)} ms`);
      console.log(
        `  another user, ${what}: median ${shown[0]}, 95% ${shown[1]}, most ${shown[2]} (${times.length} calls)`,
      );
    }
    return added;
  } finally {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function runOnSlurm() {
  const slurm = await TestSlurm.start();
  const folder = mkdtempSync(join(tmpdir(), 'clusterdesk-load-'));
  chmodSync(folder, 0o777);
  try {
    const begin = performance.now();
    const options = ['--uid=man', '--gid=man', `--chdir=${folder}`, '--output=/dev/null'];
    for (let number = 0; number < jobs; number += 1) {
      slurm.run('sbatch', ...options, `--wrap=${script}`);
      // Its daemons write to this process, and stand still when that never reads.
      await sleep(1);
    }
    const submittedMs = performance.now() - begin;
    while (slurm.jobs('%T').some((state) => !['COMPLETED', 'FAILED'].includes(state))) {
      await sleep(500);
    }
    const totalMs = performance.now() - begin;
    const completed = slurm.jobs('%T').filter((state) => state === 'COMPLETED').length;
    return report('Slurm', { cpus: slurmCpus, totalMs, submittedMs, folder, completed });
  } finally {
    await slurm.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns how long a CPU stood idle between two jobs, milliseconds, the median */
function report(who, { cpus, totalMs, submittedMs, folder, completed }) {
  const [begins, ends] = [readTimes(folder, 'begins'), readTimes(folder, 'ends')];
  // With all CPUs in use a job begins where the one before the last `cpus` has ended.
  const gaps = begins.slice(cpus).map((begin, index) => begin - ends[index]);
  const added = percentile(gaps, 0.5);
  console.log(
    `${who}: ${jobs} jobs of ${seconds} s on ${cpus} CPUs in ${(totalMs / 1_000).toFixed(1)} s (submitted in ${(submittedMs / 1_000).toFixed(1)} s), ` +
      `${Math.max(0, jobs - completed)} lost; CPU free -> next job: median ${added.toFixed(0)} ms, 95% ${percentile(gaps, 0.95).toFixed(0)} ms`,
  );
  return added;
}

/** When jobs began or ended, milliseconds since the epoch, the earliest first. */
function readTimes(folder, name) {
  const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
  return lines.map((line) => Number(line) / 1e6).sort((a, b) => a - b);
}

/** Another user with the page of jobs, signed in. */
async function addUser(dataDir) {
  const password = readFileSync(join(dataDir, 'launcher/database-password'), 'utf8').trim();
  const host = encodeURIComponent(join(dataDir, 'postgres/data'));
  const database = new pg.Client({
    connectionString: `postgresql://clusterdesk:${password}@localhost:5432/postgres?host=${host}`,
  });
  await database.connect();
  const token = randomBytes(16).toString('hex');
  await database.query(
    `WITH account AS (INSERT INTO user_account (user_name, password_hash, language) VALUES ('other', 'none', 'en') RETURNING id),
          named AS (INSERT INTO role (role_name) VALUES ('other') RETURNING id),
          given AS (INSERT INTO user_role (user_id, role_id) SELECT account.id, named.id FROM account, named),
          shown AS (INSERT INTO role_menu (role_id, menu_id) SELECT named.id, menu.id FROM named, menu WHERE menu_url = '/taskManangement')
     INSERT INTO user_session (user_id, token_hash, expires_at) SELECT id, $1, now() + interval '1 hour' FROM account`,
    [createHash('sha256').update(token).digest()],
  );
  await database.query('UPDATE compute_queue SET is_open_to_everyone = true');
  await database.end();
  return { token };
}

/** Lists jobs and opens one, again and again. */
async function lookAs(call, token, jobId, calls, isOver) {
  while (!isOver()) {
    calls.list.push(await time(() => call('/job/search', { size: 20 }, token)));
    calls.page.push(await time(() => call('/job/detail', { jobId }, token)));
    await sleep(100);
  }
}

async function inTurns(count, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: submittedAtOnce }, worker));
}
