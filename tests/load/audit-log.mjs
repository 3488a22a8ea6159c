/**
 * How fast the log page is with many rows (default 1,000,000): first page, filters, deep pages.
 * Needs a built server (npm run build). Usage: node tests/load/audit-log.mjs [rows]
 */
import { percentile, startServer, time } from './server-run.mjs';

const rows = Number(process.argv[2] ?? 1_000_000);
const server = await startServer();
try {
  const token = await server.signIn();
  await server.query(
    `INSERT INTO user_account (user_name, password_hash) SELECT 'person-' || number, '' FROM generate_series(0, 999) number`,
  );
  // One name and one level have nearly everything, others nearly nothing: both ends of what an index can meet.
  await server.query(
    `INSERT INTO audit_log (log_level, log_model, method_name, user_name, created_at)
     SELECT CASE WHEN number % 50000 = 0 THEN 'ERROR' WHEN number % 50 = 0 THEN 'WARN' ELSE 'INFO' END,
            (ARRAY['identity', 'uploads', 'disk', 'jobs', 'cluster'])[1 + number % 5], '/call/' || number % 100,
            CASE WHEN number % 10 = 0 THEN 'person-' || number % 1000 ELSE 'admin' END,
            now() - make_interval(secs => $1 - number)
     FROM generate_series(1, $1::int) number`,
    [rows],
  );
  await server.query('ANALYZE audit_log');

  const questions = {
    'first page': {},
    'level WARN': { logLevel: 'WARN' },
    'level ERROR (rare)': { logLevel: 'ERROR' },
    'model jobs': { logModel: 'jobs' },
    'user admin (nearly all)': { userName: 'admin' },
    'user person-70': { userName: 'person-70' },
    'users person- (200 names)': { userName: 'person-' },
    'user admin, ERROR, jobs (nothing)': { userName: 'admin', logLevel: 'ERROR', logModel: 'jobs' },
    'a name nobody has': { userName: 'nobody' },
    'page 250 of 40': { pageNum: 250 },
    'the last page': { pageNum: Math.floor(rows / 40) - 1 },
  };
  for (const [what, filter] of Object.entries(questions)) {
    const ask = () => server.call('/log/list', { size: 40, ...filter }, token);
    const { totalElements } = await ask();
    const times = [];
    for (let round = 0; round < 20; round += 1) {
      times.push(await time(ask));
    }
    const shown = [0.5, 1].map((share) => `${percentile(times, share).toFixed(0)} ms`);
    console.log(
      `${what.padEnd(36)} median ${shown[0].padStart(6)}, most ${shown[1].padStart(6)}, counted ${totalElements}`,
    );
  }
} finally {
  await server.stop();
}
