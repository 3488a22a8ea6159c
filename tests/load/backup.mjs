/**
 * What a backup and its drill cost with many rows of the log (default 1,000,000): time, size, memory of the worker, and how long calls
 * take meanwhile. Needs a built server (npm run build). Usage: node tests/load/backup.mjs [rows]
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, startServer, time } from './server-run.mjs';

const rows = Number(process.argv[2] ?? 1_000_000);
const server = await startServer();
const worker = spawn(
  process.execPath,
  ['--heap-growing-percent=100', resolve(import.meta.dirname, '../../apps/server/dist/worker.js')],
  {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.databaseUrl,
      LOG_LEVEL: 'warn',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
    },
    stdio: 'inherit',
  },
);

const memoryOf = (name) =>
  Number(
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))?.[1],
  ) / 1024;

/** Until the row says so; meanwhile calls are made and timed. */
async function until(what, isOver, token) {
  const times = [];
  let most = 0;
  const began = performance.now();
  while (!(await isOver())) {
    times.push(await time(() => server.call('/log/list', { size: 40 }, token)));
    most = Math.max(most, memoryOf('VmRSS'));
    await sleep(50);
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${what.padEnd(8)} ${seconds.toFixed(1)} s; worker at most ${most.toFixed(0)} MB; calls meanwhile: median ${percentile(times, 0.5).toFixed(0)} ms, most ${percentile(times, 1).toFixed(0)} ms`,
  );
}

try {
  const token = await server.signIn();
  await server.query(
    `INSERT INTO audit_log (log_level, log_model, method_name, user_name, address, target_type, target_id, target_name, details, created_at)
     SELECT 'INFO', 'disk', '/call/' || number % 100, 'person-' || number % 1000, '10.0.0.' || number % 250, 'user',
            gen_random_uuid()::text, 'person-' || number, jsonb_build_object('paths', jsonb_build_array('/a/b/' || number)),
            now() - make_interval(secs => $1 - number)
     FROM generate_series(1, $1::int) number`,
    [rows],
  );
  await server.query('ANALYZE audit_log');
  await sleep(3_000);
  console.log(`${rows} rows of the log; the worker has ${memoryOf('VmRSS').toFixed(0)} MB`);
  const { id } = await server.call('/backup/add', {}, token);
  const [row] = await (async () => {
    await until(
      'backup',
      async () =>
        (await server.query(`SELECT FROM backup WHERE state <> 'waiting' AND state <> 'running'`))
          .length > 0,
      token,
    );
    return server.query('SELECT state, size_bytes, done_bytes, message FROM backup');
  })();
  console.log(
    `         ${row.state}; ${(row.done_bytes / 1e6).toFixed(0)} MB of rows in ${(row.size_bytes / 1e6).toFixed(0)} MB`,
  );
  await server.call('/backup/prove', { id }, token);
  await until(
    'drill',
    async () => (await server.query('SELECT FROM backup WHERE proved_at IS NOT NULL')).length > 0,
    token,
  );
  const [{ proof }] = await server.query('SELECT proof FROM backup');
  console.log(`         ${JSON.stringify(proof)}`);
} finally {
  const ended = new Promise((done) => worker.once('exit', done));
  worker.kill('SIGTERM');
  await ended;
  await server.stop();
}
