/**
 * How what the platform costs grows with users, hosts, jobs, events, sockets and files: the figures of docs/scale.md that no other
 * measurement has. Each part makes so many rows by SQL, as a platform has them after years, and asks the calls that could grow.
 *   calls    what lists and pages take with --users users, --nodes hosts and --jobs ended jobs, beside the same with few of each
 *   idle     what server, worker and PostgreSQL use with all these rows and nobody there, and which tables are read as a whole
 *   rows     bytes of a row of each table, its indexes included
 *   events   how many numbers of live events PostgreSQL gives in a second
 *   sockets  memory of the server for a browser's and for an agent's connection
 *   files    a backup with --files files
 * Usage (built server): node tests/load/growth.mjs [--only calls,idle,rows,events,sockets,files] [--users 100000] [--nodes 10000]
 *   [--jobs 200000] [--sockets 1000] [--files 100000] [--seconds 60]
 */
import { parseArgs } from 'node:util';
import { startCluster } from './scale/cluster-run.mjs';
import { measureFiles } from './scale/growth/files.mjs';
import { measureEvents, measureSockets } from './scale/growth/live.mjs';
import { fill, measureCalls, measureIdle, measureRows } from './scale/growth/rows.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'calls,idle,rows,events,sockets,files' },
    users: { type: 'string', default: '100000' },
    nodes: { type: 'string', default: '10000' },
    jobs: { type: 'string', default: '200000' },
    sockets: { type: 'string', default: '1000' },
    files: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '60' },
  },
});
const { only, ...given } = values;
const counts = Object.fromEntries(
  Object.entries(given).map(([name, value]) => [name, Number(value)]),
);
const parts = only.split(',');
const isWanted = (...names) => names.some((name) => parts.includes(name));

const cluster = await startCluster({ servers: 1, workers: 1 });
try {
  // Before there is anything else: a socket is small beside a grown heap.
  if (isWanted('sockets')) {
    await measureSockets(cluster, counts.sockets);
  }
  if (isWanted('events')) {
    await measureEvents(cluster.databaseUrl);
  }
  if (isWanted('files')) {
    await measureFiles(cluster, counts.files);
  }
  if (isWanted('calls', 'idle', 'rows')) {
    const few = isWanted('calls') ? await measureCalls(cluster) : null;
    await fill(cluster, counts);
    if (few) {
      await measureCalls(cluster, few);
    }
    if (isWanted('rows')) {
      await measureRows(cluster);
    }
    if (isWanted('idle')) {
      await measureIdle(cluster, counts.seconds);
    }
  }
} finally {
  await cluster.stop();
}
process.exit();
