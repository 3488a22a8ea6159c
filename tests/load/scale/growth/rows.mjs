/** A platform with very many rows: what is asked of it, and what it does by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, time } from '../../server-run.mjs';
import { between, readFamilies } from '../families.mjs';

const rounds = 9;
/** Of one question; a slow one is asked less often. */
const mostMs = 15_000;
const minuteMs = 60_000;

/** Users with a role and a session each, hosts that are online, ended jobs of a year, and the log of what was done. */
export async function fill({ query }, { users, nodes, jobs }) {
  const statements = [
    [
      // Numbers beside the counter: in one transaction each look at its row would walk over all that it was.
      `INSERT INTO user_account (user_name, password_hash, real_name, user_number)
       SELECT 'person-' || number, repeat('h', 96), 'Person ' || number, 1000000 + number FROM generate_series(1, $1::int) number`,
      users,
    ],
    [
      `INSERT INTO user_session (user_id, token_hash, expires_at, address, user_agent)
       SELECT id, decode(md5(id::text) || md5(id::text || 'x'), 'hex'), now() + interval '1 day', '10.0.0.1', 'Mozilla/5.0 (X11; Linux x86_64)'
       FROM user_account WHERE user_name LIKE 'person-%' LIMIT $1::int`,
      users,
    ],
    [
      `INSERT INTO node (kind, name, lan_ip, is_online, last_seen_at, accepts_jobs, cpu_count, memory_bytes)
       SELECT 'compute', 'grown-' || number, '10.0.0.1', false, now(), true, 64, 256 * 1024::bigint ^ 3
       FROM generate_series(1, $1::int) number`,
      nodes,
    ],
    [
      `WITH queue AS (INSERT INTO compute_queue (queue_name, is_open_to_everyone) VALUES ('grown', true) RETURNING id)
       INSERT INTO compute_queue_node (queue_id, node_id, cpus)
       SELECT queue.id, node.id, 64 FROM queue, (SELECT id FROM node WHERE name LIKE 'grown-%' LIMIT $1::int) node`,
      nodes,
    ],
    [
      `INSERT INTO script_job (queue_id, queue_name, user_id, user_name, job_name, script, work_dir, max_minutes, cpus,
         status, created_at, started_at, ended_at, reserved_at)
       SELECT queue.id, queue.queue_name, account.id, account.user_name, 'align-' || number % 1000, repeat('true ', 60), '/', 60, 4,
         'COMPLETED', at, at, at + interval '10 minutes', at
       FROM (SELECT number, now() - make_interval(secs => 31536000 * (1 - number / $1::float8)) AS at
             FROM generate_series(1, $1::int) number) job
       JOIN compute_queue queue ON queue.queue_name = 'grown'
       JOIN user_account account ON account.user_name = 'person-' || (1 + number % 1000)`,
      jobs,
    ],
    [
      `INSERT INTO audit_log (log_level, log_model, method_name, user_name, address, target_type, target_id, target_name, details, created_at)
       SELECT 'INFO', 'disk', '/call/' || number % 100, 'person-' || number % 1000, '10.0.0.' || number % 250, 'user',
              gen_random_uuid()::text, 'person-' || number, jsonb_build_object('paths', jsonb_build_array('/a/b/' || number)),
              now() - make_interval(secs => $1 - number)
       FROM generate_series(1, $1::int) number`,
      jobs,
    ],
  ];
  const begin = performance.now();
  for (const [statement, count] of statements) {
    await query(statement, [count]);
  }
  await query('VACUUM ANALYZE');
  console.log(
    `${users} users, ${nodes} hosts, ${jobs} ended jobs, ${jobs} rows of the log, made in ${((performance.now() - begin) / 1_000).toFixed(0)} s`,
  );
}

const questions = {
  'menus of a user': ['/menu/getUserMenuListTree', {}],
  'users, first page': ['/user/info/list', { page: 1, size: 20 }],
  'users, by a part of a name': ['/user/info/list', { page: 1, size: 20, search: 'on-77' }],
  'users to choose from': ['/user/info/list/all', { name: 'person-7' }],
  'users to share with': ['/user/info/list/shareUsers', { name: 'person-7' }],
  'hosts, all': ['/calculation/list', {}],
  'queues, with their loads': ['/calculation/queue/loads', {}],
  'jobs, all users': ['/job/search', { owner: 'all', size: 20 }],
  'jobs, counts': ['/job/counts', { owner: 'all' }],
  'log, first page': ['/log/list', { size: 40 }],
  'health page': ['/platform/health', {}],
  'load of hosts, an hour': [
    '/monitor/data',
    () => ({ from: Date.now() - 60 * minuteMs, to: Date.now() }),
  ],
};

/** @param few what an earlier call gave, to be shown beside. @returns medians by question */
export async function measureCalls({ client, servers }, few = null) {
  const token = await client.signIn();
  const medians = {};
  for (const [what, [path, input]] of Object.entries(questions)) {
    const times = [];
    let note = '';
    const endsAt = performance.now() + mostMs;
    for (let round = 0; round < rounds && performance.now() < endsAt; round += 1) {
      const given = typeof input === 'function' ? input() : input;
      try {
        times.push(await time(() => client.call(path, given, token)));
      } catch (error) {
        note = String(error).slice(0, 100);
      }
    }
    medians[what] = times.length > 0 ? percentile(times, 0.5) : NaN;
    if (few) {
      const bytes = await sizeOf(servers[0].url, path, input, token);
      console.log(
        `${what.padEnd(28)} ${medians[what].toFixed(0).padStart(6)} ms, with few rows ${few[what].toFixed(0).padStart(4)} ms; ${(bytes / 1024).toFixed(0)} kB ${note}`,
      );
    }
  }
  return medians;
}

async function sizeOf(url, path, input, token) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: token },
    body: JSON.stringify(typeof input === 'function' ? input() : input),
  });
  return (await answer.arrayBuffer()).byteLength;
}

export async function measureRows({ query }) {
  for (const [table, what] of [
    ['user_account', 'user'],
    ['user_session', 'session'],
    ['node', 'host'],
    ['script_job', 'job'],
    ['audit_log', 'row of the log'],
  ]) {
    const [{ bytes, count }] = await query(
      `SELECT pg_total_relation_size('${table}')::float8 AS bytes, (SELECT count(*) FROM ${table})::float8 AS count`,
    );
    console.log(`a ${what.padEnd(16)} ${Math.round(bytes / count)} bytes with its indexes`);
  }
}

/** Nobody is there: what runs is what the platform does by itself. */
export async function measureIdle({ query, families }, seconds) {
  // Statistics are told with delay, and the first runs of what is due come soon.
  await sleep(15_000);
  const read = async () => ({
    at: performance.now(),
    cost: readFamilies(families()),
    tables: await query(
      `SELECT relname AS name, seq_tup_read::float8 AS scanned, coalesce(idx_tup_fetch, 0)::float8 AS fetched
       FROM pg_stat_user_tables WHERE schemaname = 'public'`,
    ),
  });
  const before = await read();
  await sleep(seconds * 1_000);
  const after = await read();
  const took = (after.at - before.at) / 1_000;
  const used = Object.entries(between(before.cost, after.cost)).map(
    ([name, value]) => `${name} ${((value / took) * 100).toFixed(2)} %`,
  );
  console.log(`idle for ${took.toFixed(0)} s: ${used.join(', ')} of a processor`);
  for (const { name, scanned, fetched } of after.tables) {
    const old = before.tables.find((table) => table.name === name);
    const [byScan, byIndex] = [scanned - (old?.scanned ?? 0), fetched - (old?.fetched ?? 0)];
    if (byScan > 1_000 || byIndex > 10_000) {
      console.log(`  ${name}: ${byScan} rows read by scans, ${byIndex} by indexes`);
    }
  }
}
