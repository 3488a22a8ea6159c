/**
 * How long a copy of 10,000 entries takes, within a disk and into a project, and how long a member waits for the lists of a project of
 * that size and of 300 projects. A worker runs beside the server. Medians.
 * Usage (built server): node tests/load/copies-and-projects.mjs [entries, default 10000] [rounds, default 5]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { percentile, startServer, time } from './server-run.mjs';

const [entries, rounds] = [10_000, 5].map((usual, index) =>
  Number(process.argv[2 + index] ?? usual),
);
const inFolder = 100;
const projects = 300;
const lists = 41;

const server = await startServer();
const worker = spawn(
  process.execPath,
  [resolve(import.meta.dirname, '../../apps/server/dist/worker.js')],
  {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.databaseUrl,
      LOG_LEVEL: 'warn',
    },
    stdio: 'inherit',
  },
);

async function measure(name, times, work) {
  const taken = [];
  for (let round = 0; round < times; round += 1) {
    taken.push(await time(() => work(round)));
  }
  const [middle, late] = [0.5, 0.95].map((share) => percentile(taken, share).toFixed(1));
  console.log(`${name.padEnd(44)} median ${middle} ms, p95 ${late} ms`);
}

try {
  const admin = await server.signIn();
  const tree = join(server.dataDir, 'files/home/admin/tree');
  for (let index = 0; index < entries; index += 1) {
    const folder = join(tree, `folder ${Math.floor(index / inFolder)}`);
    if (index % inFolder === 0) {
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(join(folder, `样本-${index}.txt`), 'some bytes '.repeat(20));
  }
  await measure(`copy of ${entries} files within a disk`, rounds, () =>
    server.call('/user/info/copy', { paths: ['/tree'], dir: '/', operation: '2' }, admin),
  );

  const [{ id: roleId }] = await server.query(
    'SELECT id FROM role WHERE NOT is_system_administrator LIMIT 1',
  );
  await server.call(
    '/user/info/add',
    { userName: 'member', password: server.encrypt('load-pass-1'), roleId },
    admin,
  );
  const [{ id: memberId }] = await server.query(
    `SELECT id FROM user_account WHERE user_name = 'member'`,
  );
  const ids = [];
  for (let index = 0; index < projects; index += 1) {
    const { id } = await server.call('/project/add', { projectName: `project_${index}` }, admin);
    ids.push(id);
  }
  await server.query(
    'INSERT INTO project_member (project_id, user_id) SELECT unnest($1::uuid[]), $2',
    [ids, memberId],
  );
  const [projectId] = ids;
  await measure(`copy of ${entries} files into a project`, 1, () =>
    server.call(
      '/project/importDataFromMyData',
      { projectId, fileList: ['/tree'], toPath: '/' },
      admin,
    ),
  );
  // Every tenth folder has switches of its own.
  const nine = ['user', 'group', 'other'].flatMap((who) =>
    ['View', 'Edit', 'Download'].map((what) => [`${who}${what}`, what === 'View']),
  );
  const save = (file) =>
    server.call(
      '/project/setFilePermission',
      { projectId, file, filePermission: Object.fromEntries(nine) },
      admin,
    );
  await save('/');
  for (let index = 0; index < entries / inFolder; index += 10) {
    await save(`/tree/folder ${index}`);
  }
  const member = await server.signIn('member');
  const page = { pageNum: 0, size: 100 };
  await measure('a folder of a project, for a member', lists, (round) =>
    server.call('/project/files', { projectId, path: `/tree/folder ${round}` }, member),
  );
  await measure('the top of its tree, for a member', lists, () =>
    server.call('/project/files', { projectId, path: '/tree', ...page }, member),
  );
  await measure(`a page of ${projects} projects, for a member`, lists, () =>
    server.call('/project/list', page, member),
  );
} finally {
  worker.kill('SIGTERM');
  await server.stop();
}
