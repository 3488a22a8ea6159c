/**
 * The throughput of two servers over that of one, on the same work, the same PostgreSQL and in the same run: calls (a look call, a
 * listing of 1,000 entries), uploads by tus (large and small files), and numbered live events to many browsers. Both servers run all
 * the time; in the arm `one` all clients use the first. Rounds are measured in turned order; the table has medians.
 *
 * What the ratio means on a small host: PostgreSQL, clients and servers share its processors. So each server is held to a part of one
 * processor (--share, by a control group), and the rest of the host is the "enough" that a larger one would have. Where the servers'
 * part is still what ends first, the ratio is that of two whole processors over one. The second table has the processor seconds of
 * each family of processes for a unit of work, and how many servers one processor of PostgreSQL would serve: from these the
 * rest follows. `full` says how much of its part each family used; whoever is at 100 % is where it ends.
 *
 * Usage (built server): node tests/load/two-servers.mjs [--kinds look,listing,small,large,events] [--rounds 3] [--seconds 10]
 *   [--warm 20] [--lanes 16] [--share 0.25] [--redis] [--nginx] [--large-mb 64] [--browsers 400]
 * --share 0: nothing is held. WORK_DIR (default: the temporary folder) should not lie in memory.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addAdministrators, ask, startCrowd, windowsEach } from './cluster/crowds.mjs';
import { startCluster } from './scale/cluster-run.mjs';
import { between, readFamilies } from './scale/families.mjs';
import { HeldConnections } from './scale/held-connections.mjs';
import { percentile } from './server-run.mjs';

const { values: options } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'look,listing,small,large,events' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    lanes: { type: 'string', default: '16' },
    share: { type: 'string', default: '0.25' },
    redis: { type: 'boolean', default: false },
    nginx: { type: 'boolean', default: false },
    'large-mb': { type: 'string', default: '64' },
    browsers: { type: 'string', default: '400' },
    warm: { type: 'string', default: '20' },
  },
});
const kinds = options.kinds.split(',');
const [rounds, seconds, lanes, share, browsers, warmSeconds] = [
  options.rounds,
  options.seconds,
  options.lanes,
  options.share,
  options.browsers,
  options.warm,
].map(Number);
const largeBytes = Number(options['large-mb']) * 2 ** 20;
const listingEntries = 1_000;
/** Large uploads at once, of so many files each: their number must not depend on when time is up. */
const largeLanes = 4;
const largeEach = 2;
/** Windows come with 60 ms between those of a user. */
const comeMs = 20_000;

const cluster = await startCluster({ redis: options.redis });
const client = fork(join(import.meta.dirname, 'scale/call-client.mjs'));
const results = new Map();
const held = new HeldConnections(cluster);
try {
  await once(client, 'message');
  const users = Math.max(Math.ceil(lanes / 2), Math.ceil(browsers / windowsEach));
  const tokens = await addAdministrators(cluster.client, cluster.query, users);
  const file = fillFiles(users);
  const urls = cluster.servers.map(({ url }) => url);
  const arms = options.nginx
    ? {
        one: [(await cluster.balance(urls.slice(0, 1)))?.url ?? noNginx()],
        two: [(await cluster.balance(urls))?.url ?? noNginx()],
      }
    : { one: urls.slice(0, 1), two: urls };
  // Both servers know the work before it counts, and are held only then: their code is compiled by use.
  for (const kind of kinds) {
    await runOne(kind, urls, tokens, file, warmSeconds);
  }
  if (share > 0) {
    cluster.hold(share);
  }
  for (const kind of kinds) {
    for (let round = 0; round < rounds; round += 1) {
      for (const arm of round % 2 === 0 ? ['one', 'two'] : ['two', 'one']) {
        const one = await runOne(kind, arms[arm], tokens, file, seconds);
        const key = `${kind} ${arm}`;
        results.set(key, [...(results.get(key) ?? []), one]);
        console.log(`${key.padEnd(12)} ${one.rate.toFixed(1).padStart(9)} ${unitOf(kind)}/s`);
      }
    }
  }
  report();
} finally {
  client.kill();
  await cluster.stop();
}
process.exit();

function noNginx() {
  throw new Error('nginx is not installed.');
}

/** A folder of entries for each user, and the large file. */
function fillFiles(users) {
  for (let user = 0; user < users; user += 1) {
    const folder = join(cluster.dataDir, `files/home/viewer${user}/listing`);
    mkdirSync(folder, { recursive: true });
    for (let index = 0; index < listingEntries; index += 1) {
      writeFileSync(join(folder, `entry-${index}.txt`), 'x');
    }
  }
  const file = join(cluster.dataDir, 'large.bin');
  writeFileSync(file, Buffer.alloc(largeBytes, 'what is sent'));
  return file;
}

function unitOf(kind) {
  return { large: 'MB', small: 'files', events: 'deliveries' }[kind] ?? 'calls';
}

async function runOne(kind, urls, tokens, file, forSeconds) {
  if (kind === 'events') {
    return await runEvents(urls, tokens, forSeconds);
  }
  const task =
    kind === 'large' ? { lanes: largeLanes, each: largeEach } : { lanes, seconds: forSeconds };
  const one = await measure(() => tell({ kind, urls, tokens, file, ...task }), []);
  const perUnit = kind === 'large' ? largeBytes / 1e6 : 1;
  const units = one.answer.done * perUnit;
  if (kind === 'large') {
    await removeLarge(tokens);
  }
  return { ...one, units, rate: units / one.answer.seconds };
}

/** Browsers come first; what is counted is what reaches them while callers change a setting. */
async function runEvents(urls, tokens, forSeconds) {
  const crowd = await startCrowd('viewer-crowd', { urls, tokens, windows: browsers, monitors: 0 });
  try {
    for (let waited = 0; (await ask(crowd)).watching < browsers; waited += 500) {
      if (waited > comeMs + browsers * 50) {
        throw new Error('The browsers did not all come.');
      }
      await sleep(500);
    }
    await sleep(1_000);
    await ask(crowd);
    let seen;
    const one = await measure(async () => {
      const answer = await tell({ kind: 'save', urls, tokens, lanes: 4, seconds: forSeconds });
      seen = await settle(crowd, answer.done * browsers);
      return answer;
    }, [crowd.pid]);
    return { ...one, units: seen, rate: seen / one.seconds };
  } finally {
    crowd.kill();
  }
}

/** Until everything that was said has come, 10 s at most. @returns how many deliveries there were */
async function settle(crowd, expected) {
  let seen = 0;
  for (let waited = 0; seen < expected && waited < 10_000; waited += 100) {
    seen += (await ask(crowd)).numbered;
    await sleep(seen < expected ? 100 : 0);
  }
  if (seen < expected) {
    console.log(`${expected - seen} of ${expected} deliveries did not come within 10 s`);
  }
  return seen;
}

async function tell(task) {
  client.send(task);
  const [answer] = await once(client, 'message');
  if (answer.failed > 0) {
    console.log(`${answer.failed} of ${answer.done + answer.failed} failed: ${answer.lastFault}`);
  }
  return answer;
}

async function measure(action, otherClients) {
  const families = { ...cluster.families(), clients: () => [client.pid, ...otherClients] };
  const [begin, before] = [performance.now(), readFamilies(families)];
  const looking = setInterval(() => void held.look(), 1_000);
  const answer = await action();
  clearInterval(looking);
  const after = readFamilies(families);
  const took = (performance.now() - begin) / 1_000;
  return { answer, seconds: took, cost: between(before, after) };
}

/** Outside what is measured, and for good: no worker runs here that would remove the bytes later. */
async function removeLarge(tokens) {
  const { call } = cluster.client;
  for (let lane = 0; lane < largeLanes; lane += 1) {
    const paths = Array.from({ length: largeEach }, (_, round) => `/large-${lane}-${round}`);
    await call('/user/info/dir/delete', { paths }, tokens[lane % tokens.length]);
    await call('/user/info/trash/empty', {}, tokens[lane % tokens.length]);
  }
  const large = ['-type', 'f', '-size', '+1M', '-delete'];
  execFileSync('find', [join(cluster.dataDir, 'files'), ...large]);
}

function report() {
  const middle = (key, read) => percentile(results.get(key).map(read), 0.5);
  console.log(
    `\n${rounds} rounds, ${options.redis ? 'Redis' : 'PostgreSQL alone'}, ${options.nginx ? 'behind nginx' : 'clients alternate'}, ` +
      `${share > 0 ? `each server held to ${share} of a processor` : 'nothing held'}; medians`,
  );
  console.log('kind       one server   two servers   ratio');
  for (const kind of kinds) {
    const [one, two] = ['one', 'two'].map((arm) => middle(`${kind} ${arm}`, ({ rate }) => rate));
    console.log(
      `${kind.padEnd(10)} ${one.toFixed(1).padStart(10)} ${two.toFixed(1).padStart(13)} ${(two / one).toFixed(2).padStart(7)}   ${unitOf(kind)}/s`,
    );
  }
  const families = Object.keys(results.values().next().value[0].cost);
  console.log(
    '\nprocessor milliseconds for a unit, and (full) how much of one processor each used',
  );
  console.log(`${'kind'.padEnd(14)}${families.map((name) => name.padStart(18)).join('')}`);
  for (const key of results.keys()) {
    const cells = families.map((name) => {
      const each = middle(key, ({ cost, units }) => (cost[name] / units) * 1_000);
      const used = middle(key, ({ cost, seconds: took }) => (cost[name] / took) * 100);
      return `${each.toFixed(3)} (${used.toFixed(0)} %)`.padStart(18);
    });
    console.log(key.padEnd(14) + cells.join(''));
  }
  console.log(
    '\nso many whole servers keep one processor of PostgreSQL busy (what the servers use for a unit / what it uses):',
  );
  for (const kind of kinds) {
    const key = `${kind} two`;
    const ratio = middle(
      key,
      ({ cost }) => (cost['server-1'] + cost['server-2']) / Math.max(0.001, cost.postgres),
    );
    console.log(`${kind.padEnd(10)} ${ratio.toFixed(1)}`);
  }
  console.log('');
  held.tell();
}
