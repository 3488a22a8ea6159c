/**
 * Many agents in one process, which speak the protocol and measure nothing. A child (crowds.mjs): is told the servers' addresses
 * and the nodes, and answers each word with what has happened since the last one. Agents are spread over the servers, wait after a
 * cut as real ones do, and go to the next server then. Told of an outage, all agents are cut off and come back with what they would
 * have kept in that time, which they send in pieces as real ones do.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadTypescript } from '../../support/jest/load-typescript.mjs';
import { stamp } from './stamps.mjs';

const { FakeAgent } = await loadTypescript('tests/support/wire/fake-agent.ts');
const { Backoff } = await loadTypescript('agent/src/transport/backoff.ts');

const reportMs = 2_000;
/** They wait as agents on other hosts do. */
const otherHost = 'http://10.0.0.1';
const answerMs = 10_000;
/** A real agent sends what it kept in pieces of so many samples. */
const pieceSamples = 500;
/** After an outage agents come back within so long. */
const outageReturnMs = 15_000;

let counts = newCounts();
let connected = 0;
let waiting = 0;
/** How many have something of the outage left to send. */
let replaying = 0;
const agents = new Set();
let outage = null;

process.on('message', (message) => {
  if (message.start) {
    const { urls, nodes } = message.start;
    nodes.forEach((node, place) => void live(urls, place, node));
    return;
  }
  if (message.outage) {
    outage = message.outage;
    agents.forEach((agent) => agent.close());
    return;
  }
  process.send({ ...counts, connected, waiting, replaying });
  counts = newCounts();
});
process.on('disconnect', () => process.exit());
process.send('ready');

function newCounts() {
  return {
    sent: 0,
    answered: 0,
    unanswered: 0,
    drops: 0,
    answerMs: [],
    pieceMs: [],
    piecesUnanswered: 0,
  };
}

/** One agent, for as long as this process lives. */
async function live(urls, place, node) {
  const backoff = Backoff.to(otherHost);
  let spool = [];
  let tries = place;
  let known = outage;
  for (;;) {
    if (outage !== known) {
      known = outage;
      spool = keptOf(outage);
      replaying += 1;
    }
    await sleep(outage === null ? backoff.next() : Math.random() * outageReturnMs);
    try {
      const agent = await FakeAgent.connect(urls[tries % urls.length], node);
      agents.add(agent);
      const isGone = new Promise((done) => agent.socket.once('disconnect', done));
      await agent.hello({ hostname: node.name, cpus: 16 }, answerMs);
      backoff.reset();
      connected += 1;
      // While it sends what it kept, a real one only says that it is there.
      const timer = setInterval(() => void report(agent, spool.length > 0), reportMs);
      void replay(agent, spool);
      await isGone;
      agents.delete(agent);
      clearInterval(timer);
      connected -= 1;
      counts.drops += 1;
    } catch (error) {
      counts.drops += 1;
      counts.lastFault = String(error);
    }
    tries += 1;
  }
}

/** What an agent would have kept in an outage that has just ended. */
function keptOf({ seconds }) {
  const count = Math.floor((seconds * 1_000) / reportMs);
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const time = now - (count - index) * reportMs;
    return { time, cpu: stamp(time), mem: 50 };
  });
}

/** Sends what is left; after another cut it goes on. */
async function replay(agent, spool) {
  if (spool.length === 0) {
    return;
  }
  while (spool.length > 0 && agent.socket.connected) {
    const begin = performance.now();
    const piece = spool.slice(0, pieceSamples);
    try {
      await agent.say('node.report-metrics', { samples: piece }, answerMs);
      spool.splice(0, piece.length);
      counts.pieceMs.push(performance.now() - begin);
    } catch {
      counts.piecesUnanswered += 1;
    }
  }
  if (spool.length === 0) {
    replaying -= 1;
  }
}

async function report(agent, isSignOfLife) {
  const begin = performance.now();
  const time = Date.now();
  counts.sent += 1;
  waiting += 1;
  try {
    await agent.say(
      'node.report-metrics',
      { samples: isSignOfLife ? [] : [{ time, cpu: stamp(time), mem: 50 }] },
      answerMs,
    );
    counts.answered += 1;
    counts.answerMs.push(performance.now() - begin);
  } catch {
    counts.unanswered += 1;
  } finally {
    waiting -= 1;
  }
}
