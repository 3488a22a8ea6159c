/**
 * How fast jobs are listed, searched, planned and explained in a large table: 10,000 that wait and 1,000,000 that have ended. The detail of a
 * waiting job makes a whole plan, and forecasts its start besides: it bounds what a plan costs.
 * Needs a built server (npm run build). Usage: node tests/load/job-table.mjs [ended] [waiting]
 */
import { percentile, startServer, time } from './server-run.mjs';

const ended = Number(process.argv[2] ?? 1_000_000);
const waiting = Number(process.argv[3] ?? 10_000);
const rounds = 20;

const server = await startServer();
try {
  const token = await server.signIn();
  await fill();
  const day = 86_400_000;
  const [{ id: waitingId }] = await server.query(
    `SELECT id FROM script_job WHERE status = 'PENDING' ORDER BY id LIMIT 1 OFFSET 50`,
  );
  const [{ id: lastId }] = await server.query(
    `SELECT max(id) AS id FROM script_job WHERE status = 'PENDING'`,
  );
  const all = { owner: 'all', size: 20 };
  // Nine months ago.
  const range = { from: Date.now() - 275 * day, to: Date.now() - 270 * day };
  const questions = {
    list: ['/job/list', {}],
    'search, first page': ['/job/search', all],
    "search, one's own": ['/job/search', { size: 20 }],
    'search by name': ['/job/search', { ...all, jobName: 'align-77' }],
    'search by state': ['/job/search', { ...all, statuses: 'FAILED' }],
    'search by queue': ['/job/search', { ...all, queueName: 'queue-1' }],
    'search, months ago': ['/job/search', { ...all, ...range }],
    'search, months ago by name': ['/job/search', { ...all, ...range, jobName: 'align-77' }],
    'search, months ago by state': ['/job/search', { ...all, ...range, statuses: 'NODE_FAIL' }],
    'search, months ago by queue': ['/job/search', { ...all, ...range, queueName: 'queue-1' }],
    'search, a year by name': [
      '/job/search',
      { ...all, from: Date.now() - 365 * day, to: Date.now(), jobName: 'align-77' },
    ],
    counts: ['/job/counts', { owner: 'all' }],
    'detail, waits in front': ['/job/detail', { jobId: waitingId }],
    'detail, waits at the end': ['/job/detail', { jobId: lastId }],
    'loads of queues': ['/calculation/queue/loads', {}],
  };
  for (const [what, [path, input]] of Object.entries(questions)) {
    const ask = () => server.call(path, input, token);
    const answer = await ask();
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await time(ask));
    }
    print(what, times, answer.total === undefined ? '' : `found ${answer.total}`);
  }
} finally {
  await server.stop();
}

function print(what, times, more = '') {
  const [median, most] = [0.5, 1].map((share) => `${percentile(times, share).toFixed(0)} ms`);
  console.log(`${what.padEnd(32)} median ${median.padStart(7)}, most ${most.padStart(7)}  ${more}`);
}

/** Ten queues over ten full nodes; a hundred users; ended jobs spread over a year. */
async function fill() {
  await server.query(
    `INSERT INTO user_account (user_name, password_hash) SELECT 'person-' || number, '' FROM generate_series(0, 99) number`,
  );
  await server.query(
    `INSERT INTO node (kind, name, is_online, last_seen_at, accepts_jobs, cpu_count, memory_bytes, networks)
     SELECT 'compute', 'bench-' || number, true, now() + interval '1 day', true, 64, 256 * 1024::bigint ^ 3, '{outside}'
     FROM generate_series(0, 9) number`,
  );
  await server.query(
    `INSERT INTO compute_queue (queue_name, is_open_to_everyone) SELECT 'queue-' || number, true FROM generate_series(0, 9) number`,
  );
  await server.query(
    `INSERT INTO compute_queue_node (queue_id, node_id, cpus) SELECT queue.id, node.id, 64 FROM compute_queue queue, node
     WHERE queue.queue_name LIKE 'queue-%' AND node.name LIKE 'bench-%'`,
  );
  const insert = (more, columns, count) =>
    server.query(
      `INSERT INTO script_job (queue_id, queue_name, user_id, user_name, job_name, script, work_dir, max_minutes, cpus, ${columns})
       SELECT queue.id, queue.queue_name, account.id, account.user_name, 'align-' || number % 1000, 'true', '/', 60 + number % 7, ${more}
       FROM generate_series(1, $1::int) number
       JOIN compute_queue queue ON queue.queue_name = 'queue-' || number % 10
       JOIN user_account account ON account.user_name = 'person-' || (number / 10) % 100
       ORDER BY number`,
      [count],
    );
  const submitted = `now() - make_interval(secs => 31536000 * (1 - number / $1::float8))`;
  await insert(
    `1 + number % 8, CASE WHEN number % 5000 = 0 THEN 'NODE_FAIL' WHEN number % 20 = 0 THEN 'FAILED' ELSE 'COMPLETED' END,
     ${submitted}, ${submitted} + interval '1 minute', ${submitted} + interval '10 minutes', ${submitted}`,
    'status, created_at, started_at, ended_at, reserved_at',
    ended,
  );
  await server.query(
    `INSERT INTO script_job (queue_id, queue_name, user_id, user_name, job_name, script, work_dir, max_minutes, cpus,
       status, node_id, node_name, reserved_at, sent_at, started_at, is_accepted, attempt)
     SELECT queue.id, queue.queue_name, account.id, account.user_name, 'align-1', 'true', '/', 600, 2,
       'RUNNING', node.id, node.name, now(), now(), now(), true, 1
     FROM generate_series(0, 31) number, node
     JOIN compute_queue queue ON queue.queue_name = 'queue-' || right(node.name, 1)
     JOIN user_account account ON account.user_name = 'person-1'
     WHERE node.name LIKE 'bench-%' AND NOT (number = 0 AND node.name = 'bench-0')`,
  );
  await insert(`4 + number % 60, 'PENDING'`, 'status', waiting);
  await server.query('VACUUM ANALYZE script_job');
}
