/**
 * How long one user's simple listing takes while another has eighty calls open that cost much: medians and worst cases, beside those of
 * a quiet server. At most 50 ms more in the middle and 300 ms in the worst case are promised.
 * Usage (after a build of the server): node tests/load/heavy-neighbour.mjs
 */
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, startServer } from './server-run.mjs';

const callsOpen = 80;
const files = 1_520;
const folders = 3_000;
const logRows = 100_000;
const quietMs = 5_000;
/** Calls that have no answer by then are given up. */
const givenUpMs = 60_000;
const pages = ['/myDoc', '/managementProject', '/joinProject', '/aduitProject'];

if (process.send) {
  await listForever(process.argv[2], process.argv[3]);
}

/** In a process of its own, so that waiting is the server's alone: how long each listing took, told when it is asked for. */
async function listForever(url, token) {
  let taken = [];
  process.on('message', () => {
    process.send(taken);
    taken = [];
  });
  for (;;) {
    const begin = performance.now();
    const answer = await fetch(`${url}/api/user/info/disk`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: token },
      body: JSON.stringify({ path: '/' }),
    });
    if (!(await answer.json()).success) {
      throw new Error('The list was refused.');
    }
    taken.push(performance.now() - begin);
    await sleep(20);
  }
}

const server = await startServer();

/** A user with the pages of files and projects, signed in. */
async function addUser(name) {
  const token = randomBytes(16).toString('hex');
  const [user] = await server.query(
    `INSERT INTO user_account (user_name, password_hash, language) VALUES ($1, 'none', 'en') RETURNING id`,
    [name],
  );
  const [role] = await server.query(`INSERT INTO role (role_name) VALUES ($1) RETURNING id`, [
    name,
  ]);
  await server.query('INSERT INTO user_role (user_id, role_id) VALUES ($1, $2)', [
    user.id,
    role.id,
  ]);
  await server.query(
    'INSERT INTO role_menu (role_id, menu_id) SELECT $1, id FROM menu WHERE menu_url = ANY($2)',
    [role.id, pages],
  );
  await server.query(
    `INSERT INTO user_session (user_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '1 hour')`,
    [user.id, createHash('sha256').update(token).digest()],
  );
  return { id: user.id, token };
}

/** What the first user holds: a project with an application for all its files, a disk of many folders; and a long log. */
async function fill(owner, heavy) {
  const { id: projectId } = await server.call('/project/add', { projectName: 'many' }, owner.token);
  await server.call('/project/add/user', { projectId, userId: heavy.id }, owner.token);
  const root = join(server.dataDir, 'files');
  const dir = join(root, 'projects', projectId, 'all');
  mkdirSync(dir, { recursive: true });
  for (let index = 0; index < files; index += 1) {
    writeFileSync(join(dir, `报告 ${index}.csv`), 'x');
  }
  for (let index = 0; index < folders; index += 1) {
    mkdirSync(join(root, 'home/heavy', `run ${index % 50}`, `part ${index}`), { recursive: true });
  }
  const { id } = await server.call(
    '/download/apply/add',
    { project: { id: projectId }, paths: ['/all'], reason: '' },
    heavy.token,
  );
  await server.query(
    `INSERT INTO audit_log (log_level, log_model, method_name, user_name, created_at)
     SELECT 'INFO', 'disk', '/call/' || number % 100, 'admin', now() - make_interval(secs => number)
     FROM generate_series(1, $1::int) number`,
    [logRows],
  );
  return { projectId, applicationId: id };
}

/** What others wait, in a line of the table. */
function row(name, taken, more) {
  const show = (ms) => ms.toFixed(0).padStart(6);
  const [median, worst] = [percentile(taken, 0.5), Math.max(...taken)];
  console.log(`| ${name.padEnd(44)} | ${show(median)} / ${show(worst)} | ${more}`);
  return { median, worst };
}

/** Eighty calls at once, those without input by GET, to their ends: how many were answered, refused as too many, or given up. */
async function open(path, input, token) {
  const begin = performance.now();
  const ends = await Promise.all(
    Array.from({ length: callsOpen }, async () => {
      try {
        const answer = await fetch(`${server.url}/api${path}`, {
          method: input ? 'POST' : 'GET',
          headers: { 'Content-Type': 'application/json', Authorization: token },
          body: input && JSON.stringify(input),
          signal: AbortSignal.timeout(givenUpMs),
        });
        const body = await answer.text();
        return answer.headers.has('retry-after') && body.length < 1_000 ? 'refused' : 'answered';
      } catch {
        return 'given up';
      }
    }),
  );
  const counts = ['answered', 'refused', 'given up'].map(
    (end) => `${ends.filter((one) => one === end).length} ${end}`,
  );
  return `${counts.join(', ')}; ${((performance.now() - begin) / 1_000).toFixed(1)} s`;
}

try {
  const [owner, heavy, other] = [
    await addUser('owner'),
    await addUser('heavy'),
    await addUser('other'),
  ];
  const admin = await server.signIn();
  const { projectId, applicationId: id } = await fill(owner, heavy);
  const cases = {
    'evidence of an application, 1,000 a page': ['/download/apply/files', { id, pageSize: 1000 }],
    'files of a project, 1,520 entries': ['/project/files', { projectId, path: '/all' }],
    'search of 3,000 folders': ['/user/info/disk/search', { key: 'zzz', path: '/' }],
    'measure of 3,000 folders': ['/user/info/disk/measure', { path: '/' }],
    'apply for 1,520 files': [
      '/download/apply/add',
      { project: { id: projectId }, paths: ['/all'], reason: '' },
    ],
    'list of users': ['/user/info/list', { pageNum: 0, size: 1000 }, admin],
    'log, 1,000 a page': ['/log/list', { size: 1000 }, admin],
    'export of the log': ['/log/export', null, admin],
  };
  const neighbour = fork(import.meta.filename, [server.url, other.token]);
  const taken = async () => {
    neighbour.send('taken');
    return (await once(neighbour, 'message'))[0];
  };
  await sleep(1_000);
  await taken();
  await sleep(quietMs);
  console.log(
    `| ${callsOpen} calls of one user at once | others' ms median / worst | of the calls`,
  );
  const quiet = row('none', await taken(), '');
  let isKept = true;
  for (const [name, [path, input, token = heavy.token]] of Object.entries(cases)) {
    const ends = await open(path, input, token);
    const { median, worst } = row(name, await taken(), ends);
    isKept &&= median - quiet.median <= 50 && worst - quiet.worst <= 300;
  }
  console.log(`at most 50 ms more at the median and 300 ms in the worst case: ${isKept}`);
  neighbour.kill();
} finally {
  await server.stop();
}
