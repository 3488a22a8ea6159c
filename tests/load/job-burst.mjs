/**
 * 1,000 jobs of one second, submitted at once, on one node of 64 CPUs whose agent only speaks the protocol: what a job costs the
 * platform beyond the second that it takes, and how many rows the database looked at for each. A worker runs beside the server.
 * Usage: node tests/load/job-burst.mjs [jobs, default 1000]; CPUS (64) and SECONDS (1) change the node and the jobs
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../../scripts/support/workspace.mjs';
import { loadTypescript } from '../support/jest/load-typescript.mjs';
import { percentile, startServer } from './server-run.mjs';

const { FakeAgent } = await loadTypescript('tests/support/wire/fake-agent.ts');

const jobs = Number(process.argv[2] ?? 1_000);
const cpus = Number(process.env.CPUS ?? 64);
const jobMs = Number(process.env.SECONDS ?? 1) * 1_000;
const submittedAtOnce = 8;

buildIfNeeded();
const server = await startServer();
const worker = spawn(process.execPath, [resolve('apps/server/dist/worker.js')], {
  env: {
    PATH: process.env.PATH,
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.databaseUrl,
    LOG_LEVEL: 'warn',
  },
  stdio: 'inherit',
});
try {
  const agent = await startAgent();
  const token = await server.signIn();
  await server.query("UPDATE setting SET value = '1000000' WHERE key = 'maxWaitingJobs'");
  const before = await rowsRead();
  const begin = performance.now();
  await submitAll(token);
  const submittedMs = performance.now() - begin;
  await agent.ended;
  const totalMs = performance.now() - begin;
  const idealMs = Math.ceil(jobs / cpus) * jobMs;
  const rows = (await rowsRead()) - before;
  console.log(
    `${jobs} jobs of ${jobMs / 1_000} s on ${cpus} CPUs: ${(totalMs / 1_000).toFixed(1)} s (submitted in ${(submittedMs / 1_000).toFixed(1)} s), ` +
      `${((totalMs - idealMs) / jobs).toFixed(1)} ms a job beyond its time; CPU free -> next order: median ` +
      `${percentile(agent.gapsMs, 0.5).toFixed(0)} ms, 95% ${percentile(agent.gapsMs, 0.95).toFixed(0)} ms; ${Math.round(rows / jobs)} rows read a job`,
  );
} finally {
  worker.kill('SIGTERM');
  await server.stop();
}
process.exit();

/** A node of the queue `burst`, and its agent: each order is a job that begins at once and ends after its time. */
async function startAgent() {
  const secret = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(secret).digest('hex');
  const [node] = await server.query(
    `INSERT INTO node (kind, name, lan_ip, secret_hash, is_online)
     VALUES ('compute', 'burst-host', '10.0.0.1', decode($1, 'hex'), false) RETURNING id`,
    [hash],
  );
  await server.query(
    `WITH queue AS (INSERT INTO compute_queue (queue_name, is_open_to_everyone) VALUES ('burst', true) RETURNING id)
     INSERT INTO compute_queue_node (queue_id, node_id, cpus) SELECT id, $1, $2 FROM queue`,
    [node.id, cpus],
  );
  const agent = await FakeAgent.connect(server.url, { nodeId: node.id, secret });
  await agent.hello({ hostname: 'burst-host', cpus });
  agent.keepReporting();
  const gapsMs = [];
  const freedAt = [];
  let left = jobs;
  const ended = new Promise((done) => {
    const take = async ({ jobId, attempt }) => {
      const freed = freedAt.shift();
      if (freed !== undefined) {
        gapsMs.push(performance.now() - freed);
      }
      await agent.say('jobs.started', { jobId, attempt, startedAt: Date.now() }, 60_000);
      await sleep(jobMs);
      freedAt.push(performance.now());
      const end = { jobId, attempt, reason: 'exited', exitCode: 0, outputBytes: 0 };
      await agent.say('jobs.ended', { ...end, endedAt: Date.now() }, 60_000);
      left -= 1;
      if (left === 0) {
        done();
      }
    };
    agent.commands.push = (command) => void take(command);
  });
  return { ended, gapsMs };
}

async function submitAll(token) {
  let next = 0;
  const submitter = async () => {
    while (next < jobs) {
      next += 1;
      await server.call(
        '/job/run',
        { jobName: `burst_${next}`, queueName: 'burst', scriptContent: 'sleep 1' },
        token,
      );
    }
  };
  await Promise.all(Array.from({ length: submittedAtOnce }, submitter));
}

/** Rows that scans of the database have looked at so far. */
async function rowsRead() {
  await sleep(1_500);
  const [row] = await server.query(
    `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS rows FROM pg_stat_user_tables WHERE relname = 'script_job'`,
  );
  return row.rows;
}
