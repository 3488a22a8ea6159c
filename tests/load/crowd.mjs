/**
 * 1,000 agents that report every 2 s and 2,000 browsers, spread over two servers: how long a report takes to the pages that watch, what
 * the servers and PostgreSQL cost, what each process holds open, and how long all take to come back when one server is killed.
 * Agents speak the real protocol and wait after a cut as real ones do, browsers as the console does; an agent or a browser whose
 * server is gone goes to the other, as behind a balancer. Every browser watches numbered events, of which --events a second are
 * made: lost is a number that is missing while connected, or that a browser does not know of at the end.
 *
 * Usage (built server): node tests/load/crowd.mjs [--agents 1000] [--browsers 2000] [--monitors 100] [--minutes 3] [--events 1]
 *   [--redis] [--workers 1] [--no-kill]
 * --monitors: how many of the browsers show the monitoring page; to each every report goes. Ends by itself; the return after the kill is
 * waited for two minutes at most.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addNodes, addWatchers, ask, startCrowd } from './cluster/crowds.mjs';
import { sumUp } from './cluster/sum-up.mjs';
import { pssOf } from './process-family.mjs';
import { startCluster } from './scale/cluster-run.mjs';
import { HeldConnections } from './scale/held-connections.mjs';
import { between, readFamilies } from './scale/families.mjs';
import { percentile } from './server-run.mjs';

const { values: options } = parseArgs({
  options: {
    agents: { type: 'string', default: '1000' },
    browsers: { type: 'string', default: '2000' },
    monitors: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '3' },
    events: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    redis: { type: 'boolean', default: false },
    'no-kill': { type: 'boolean', default: false },
  },
});
const [agents, browsers, monitors, minutes, events, workers] = [
  options.agents,
  options.browsers,
  options.monitors,
  options.minutes,
  options.events,
  options.workers,
].map(Number);
/** A process of Node takes so many sockets well. */
const browsersOfCrowd = 1_000;
const agentsOfCrowd = 500;
const comeMs = 240_000;
const returnMs = 120_000;
/** Positions are told again at least this often (docs/decisions/numbered-live-events.md). */
const positionsMs = 35_000;

const cluster = await startCluster({ redis: options.redis, workers });
const crowds = { agents: [], browsers: [] };
let saves = Promise.resolve();
let isSaving = true;
const gaps = { connected: 0, afterCut: 0 };
try {
  const urls = cluster.servers.map(({ url }) => url);
  const nodes = await addNodes(cluster.query, agents);
  const tokens = await addWatchers(cluster.client, cluster.query, browsers);
  const emptyPss = pssOfServers();
  await start(urls, nodes, tokens);
  const begin = performance.now();
  await until('all to come', isComplete, comeMs);
  console.log(`all there after ${seconds(begin)} s`);
  saves = saveForever(tokens[0]);
  await sleep(10_000);
  await askAll();
  await watchSteady(emptyPss);
  if (!options['no-kill']) {
    await watchKill();
  }
  await finish();
} finally {
  isSaving = false;
  await saves;
  [...crowds.agents, ...crowds.browsers].forEach((crowd) => crowd.kill());
  await cluster.stop();
}
process.exit();

async function start(urls, nodes, tokens) {
  for (let from = 0; from < agents; from += agentsOfCrowd) {
    const some = nodes.slice(from, from + agentsOfCrowd);
    crowds.agents.push(await startCrowd('agent-crowd', { urls, nodes: some }));
  }
  const count = Math.ceil(browsers / browsersOfCrowd);
  for (let crowd = 0; crowd < count; crowd += 1) {
    const mine = tokens.filter((_, index) => index % count === crowd);
    const part = (all) =>
      Math.round((all * (crowd + 1)) / count) - Math.round((all * crowd) / count);
    const windows = part(browsers);
    crowds.browsers.push(
      await startCrowd('viewer-crowd', { urls, tokens: mine, windows, monitors: part(monitors) }),
    );
  }
}

/** What all crowds have seen since the last question, summed. */
async function askAll() {
  const [fromAgents, fromBrowsers] = await Promise.all([
    Promise.all(crowds.agents.map(ask)),
    Promise.all(crowds.browsers.map(ask)),
  ]);
  return { agents: sumUp(fromAgents), browsers: sumUp(fromBrowsers) };
}

function isComplete({ agents: ofAgents, browsers: ofBrowsers }) {
  return ofAgents.connected === agents && ofBrowsers.watching === browsers;
}

/** @returns what was seen meanwhile @throws when it takes too long */
async function until(what, isTrue, mostMs) {
  const begin = performance.now();
  const seen = [];
  for (;;) {
    const now = await askAll();
    seen.push(now);
    if (isTrue(now)) {
      return seen;
    }
    if (performance.now() - begin > mostMs) {
      const { agents: ofAgents, browsers: ofBrowsers } = now;
      throw new Error(
        `Waited too long for ${what}: ${ofAgents.connected} agents (${ofAgents.lastFault}), ${ofBrowsers.watching} browsers.`,
      );
    }
    await sleep(500);
  }
}

/** Numbered events at their rate, until the end; the second server is killed later, so the first is asked. */
async function saveForever(token) {
  for (let round = 0; isSaving; round += 1) {
    const changes = { maxWaitingJobs: 10_000 + (round % 1_000) };
    await cluster.client
      .call('/systemSetting/save', { changes }, token)
      .catch((error) => console.log(`an event could not be made: ${error}`));
    await sleep(1_000 / events);
  }
}

async function watchSteady(emptyPss) {
  const before = await reading();
  const held = new HeldConnections(cluster);
  const all = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    for (let second = 0; second < 60; second += 5) {
      await sleep(5_000);
      await held.look();
    }
    const now = await askAll();
    all.push(now);
    console.log(`minute ${minute}: ${describe(now)}`);
  }
  const after = await reading();
  const took = (after.at - before.at) / 1_000;
  const cost = between(before.cost, after.cost);
  const total = sumUp(all.map((each) => each.agents));
  const seen = sumUp(all.map((each) => each.browsers));
  const reports = total.answered;
  console.log(
    `\n${agents} agents, ${browsers} browsers (${monitors} on the monitoring page), ${took.toFixed(0)} s`,
  );
  console.log(`report to page          ${spread(seen.ages)} ms (median, 99 %, most)`);
  console.log(
    `report to answer        ${spread(total.answerMs)} ms; unanswered ${total.unanswered}`,
  );
  console.log(`cut off                 ${total.drops} agents, ${seen.drops} browsers`);
  for (const [name, used] of Object.entries(cost)) {
    console.log(
      `${name.padEnd(12)} ${((used / took) * 100).toFixed(1).padStart(6)} % of a processor, ${((used / reports) * 1e6).toFixed(0).padStart(5)} µs a report`,
    );
  }
  const pss = pssOfServers();
  cluster.servers.forEach(({ name }, place) =>
    console.log(
      `${name.padEnd(12)} ${pss[place].toFixed(0).padStart(6)} MB, ${emptyPss[place].toFixed(0)} MB before anybody came`,
    ),
  );
  const ofHundred = (value) => (value / took / agents) * 100;
  console.log(
    `PostgreSQL for 100 agents: ${ofHundred(after.transactions - before.transactions).toFixed(1)} transactions, ` +
      `${(ofHundred(after.wal - before.wal) / 1024).toFixed(1)} kB of WAL a second (what browsers ask for included); ` +
      `${((after.metrics - before.metrics) / (after.rows - before.rows)).toFixed(0)} bytes a stored sample`,
  );
  held.tell();
  console.log('');
}

/** One server is killed; all are on the other some time later. It is started again afterwards. */
async function watchKill() {
  await askAll();
  const killedAt = performance.now();
  const [, second] = cluster.servers;
  await second.end('SIGKILL');
  const times = {};
  const note = (now) => {
    for (const [who, isBack] of [
      ['agents', now.agents.connected === agents],
      ['browsers', now.browsers.watching === browsers],
    ]) {
      if (!isBack) {
        delete times[who];
      } else {
        times[who] ??= seconds(killedAt);
      }
    }
    return times.agents !== undefined && times.browsers !== undefined;
  };
  // What was cut off is noticed within a moment.
  await sleep(300);
  const seen = await until('all to come back', note, returnMs);
  const total = sumUp(seen.map((each) => each.agents));
  console.log(
    `one of two servers killed: ${sumUp(seen.map((each) => each.browsers)).drops} browsers and ${total.drops} agents were cut off; ` +
      `all browsers back after ${times.browsers} s, all agents after ${times.agents} s; reports unanswered ${total.unanswered}`,
  );
  tally(seen);
  await sleep(5_000);
  tally([await askAll()]);
  await cluster.restart(1);
}

function tally(seen) {
  for (const { browsers: of } of seen) {
    gaps.connected += of.gapsConnected;
    gaps.afterCut += of.gapsAfterCut;
  }
}

/** No more events are made; every browser must know of the last one. */
async function finish() {
  isSaving = false;
  await saves;
  const [{ seq }] = await cluster.query(
    `SELECT seq::int AS seq FROM live_cursor WHERE audience = 'topic:settings'`,
  );
  const begin = performance.now();
  let last = await askAll();
  while (last.browsers.leastSeq < seq && performance.now() - begin < positionsMs) {
    tally([last]);
    await sleep(500);
    last = await askAll();
  }
  tally([last]);
  console.log(
    `numbered events: ${seq} made; gaps while connected ${gaps.connected}, told after a cut ${gaps.afterCut}; ` +
      `${last.browsers.leastSeq >= seq ? 'every browser knows the last one' : `LOST: a browser stands at ${last.browsers.leastSeq}`}`,
  );
}

function describe({ agents: ofAgents, browsers: ofBrowsers }) {
  tally([{ browsers: ofBrowsers }]);
  return (
    `${ofAgents.connected} agents, ${ofBrowsers.watching} browsers, ${ofAgents.answered} reports, ` +
    `to page ${spread(ofBrowsers.ages)} ms, answer ${spread(ofAgents.answerMs)} ms, ${ofBrowsers.numbered} numbered deliveries`
  );
}

async function reading() {
  const [row] = await cluster.query(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal, xact_commit::float8 AS transactions,
            (SELECT count(*) FROM node_metric)::float8 AS rows,
            (SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits
              WHERE inhparent IN ('node_metric'::regclass, 'node_metric_level'::regclass))::float8 AS metrics
     FROM pg_stat_database WHERE datname = current_database()`,
  );
  return { ...row, at: performance.now(), cost: readFamilies(cluster.families()) };
}

function pssOfServers() {
  return cluster.servers.map(({ pid }) => pssOf(pid));
}

function spread(values) {
  return [0.5, 0.99, 1].map((share) => Math.round(percentile(values, share) ?? NaN)).join(' / ');
}

function seconds(since) {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
