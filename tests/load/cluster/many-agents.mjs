/**
 * 1,000 agents at a report in 2 s and 200 open monitoring pages at one server: whether its memory, what waits in it, and the
 * time a sample takes to a page grow over ten minutes. Agents and pages are processes of their own on the same machine, so
 * its processors are shared. Needs a built server (npm run build).
 * Usage: node tests/load/cluster/many-agents.mjs; AGENTS, VIEWERS and MINUTES (10) change the numbers, STEADY_SECONDS (90)
 * how long everything is let run first.
 * With --spool all agents are cut off once instead and come back within 15 s with what they kept of OUTAGE_SECONDS (3600): how
 * long everything takes to be stored, whether reports stay unanswered, and which nodes count as offline meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { heapOf } from '../process-cost.mjs';
import { cpuSecondsOf, pssOf } from '../process-family.mjs';
import { percentile, startServer } from '../server-run.mjs';
import { watchReturn } from './agents-return.mjs';
import { addNodes, addWatchers, ask, startCrowd } from './crowds.mjs';

const agents = Number(process.env.AGENTS ?? 1_000);
const viewers = Number(process.env.VIEWERS ?? 200);
const minutes = Number(process.env.MINUTES ?? 10);
const steadyMs = Number(process.env.STEADY_SECONDS ?? 90) * 1_000;
const server = await startServer();
const urls = [server.url];
const children = [];
try {
  const nodes = await addNodes(server.query, agents);
  const tokens = await addWatchers(server, server.query, viewers);
  const agentCrowd = await startCrowd('agent-crowd', { urls, nodes });
  children.push(agentCrowd);
  const viewerCrowd = await startCrowd('viewer-crowd', {
    urls,
    tokens,
    windows: viewers,
    monitors: viewers,
  });
  children.push(viewerCrowd);
  await sleep(steadyMs);
  await ask(agentCrowd);
  await ask(viewerCrowd);
  if (process.argv.includes('--spool')) {
    const seconds = Number(process.env.OUTAGE_SECONDS ?? 3_600);
    agentCrowd.send({ outage: { seconds } });
    await watchReturn({
      ask: async () => [await ask(agentCrowd), await ask(viewerCrowd)],
      query: server.query,
      pss: () => pssOf(server.pid),
      spread,
    });
  } else {
    await watchSteady(agentCrowd, viewerCrowd, tokens);
  }
} finally {
  children.forEach((child) => child.kill());
  await server.stop();
}

async function watchSteady(agentCrowd, viewerCrowd, tokens) {
  const rows = [];
  let before = await reading();
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleep(60_000);
    const row = describe(before, await reading(), await ask(agentCrowd), await ask(viewerCrowd));
    console.log(`minute ${minute}`, JSON.stringify(row));
    rows.push(row);
    before = await reading();
  }
  summarize(rows);
  await timeRanges(tokens[0]);
}

async function reading() {
  const [{ count, bytes }] = await server.query(
    `SELECT (SELECT count(*) FROM node_metric)::int AS count, pg_database_size(current_database())::bigint AS bytes`,
  );
  return {
    at: performance.now(),
    cpu: cpuSecondsOf(server.pid),
    pss: pssOf(server.pid),
    heap: await heapOf(server.url),
    stored: count,
    databaseMb: Number(bytes) / 2 ** 20,
  };
}

function describe(before, after, fromAgents, fromViewers) {
  const seconds = (after.at - before.at) / 1_000;
  const round = (value) => Math.round(value * 10) / 10;
  return {
    agents: fromAgents.connected,
    viewers: fromViewers.watching,
    drops: fromAgents.drops + fromViewers.drops,
    cpuPercent: round(((after.cpu - before.cpu) / seconds) * 100),
    pssMb: round(after.pss),
    heapMb: round(after.heap.heapMb),
    oldMb: round(after.heap.oldSpaceMb),
    majorGcs: after.heap.major - before.heap.major,
    samplesPerSecond: round((after.stored - before.stored) / seconds),
    unanswered: fromAgents.unanswered,
    waitingReports: fromAgents.waiting,
    answerMs: spread(fromAgents.answerMs),
    eventsPerViewer: round(fromViewers.events / viewers),
    pushMs: spread(fromViewers.ages),
    statusEvents: fromViewers.statusEvents,
    databaseMb: round(after.databaseMb),
  };
}

/** Median, 95th and 99th percentile and the most. */
function spread(values) {
  return [0.5, 0.95, 0.99, 1].map((share) => Math.round(percentile(values, share) ?? NaN));
}

function summarize(rows) {
  const third = Math.max(1, Math.floor(rows.length / 3));
  const mean = (part, name) => part.reduce((sum, row) => sum + row[name], 0) / part.length;
  for (const name of ['cpuPercent', 'pssMb', 'oldMb', 'waitingReports']) {
    const first = mean(rows.slice(0, third), name).toFixed(1);
    const last = mean(rows.slice(-third), name).toFixed(1);
    console.log(`${name}: ${first} in the first third, ${last} in the last`);
  }
}

/** How long the page's first question takes with all of this under way. */
async function timeRanges(token) {
  for (const minutesBack of [15, 60]) {
    const times = [];
    let bytes = 0;
    for (let round = 0; round < 3; round += 1) {
      const to = Date.now();
      const begin = performance.now();
      const result = await server.call(
        '/monitor/data',
        { from: to - minutesBack * 60_000, to },
        token,
      );
      times.push(performance.now() - begin);
      bytes = JSON.stringify(result).length;
    }
    console.log(
      `/monitor/data of ${minutesBack} minutes: ${Math.round(percentile(times, 0.5))} ms, ${(bytes / 2 ** 20).toFixed(1)} MB`,
    );
  }
}
