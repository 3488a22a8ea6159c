/**
 * Many agents in one process, which speak the protocol and measure nothing. A child of many-agents.mjs: is told the server's
 * address and the nodes, and answers each word with what has happened since the last one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadTypescript } from '../../support/load-typescript.mjs';
import { stamp } from './stamps.mjs';

const { FakeAgent } = await loadTypescript('tests/support/fake-agent.ts');

const reportMs = 2_000;
/** Agents come back within so long after a cut, each at a moment of its own. */
const returnMs = 20_000;
const answerMs = 10_000;

let counts = newCounts();
let connected = 0;
let waiting = 0;

process.on('message', (message) => {
  if (message.start) {
    message.start.nodes.forEach((node) => void live(message.start.url, node));
    return;
  }
  process.send({ ...counts, connected, waiting });
  counts = newCounts();
});
process.on('disconnect', () => process.exit());
process.send('ready');

function newCounts() {
  return { sent: 0, answered: 0, unanswered: 0, drops: 0, answerMs: [] };
}

/** One agent, for as long as this process lives. */
async function live(url, node) {
  for (;;) {
    await sleep(Math.random() * returnMs);
    try {
      const agent = await FakeAgent.connect(url, node);
      const isGone = new Promise((done) => agent.socket.once('disconnect', done));
      await agent.hello({ hostname: node.name, cpus: 16 }, answerMs);
      connected += 1;
      const timer = setInterval(() => void report(agent), reportMs);
      await isGone;
      clearInterval(timer);
      connected -= 1;
      counts.drops += 1;
    } catch (error) {
      counts.drops += 1;
      counts.lastFault = String(error);
    }
  }
}

async function report(agent) {
  const begin = performance.now();
  const time = Date.now();
  counts.sent += 1;
  waiting += 1;
  try {
    await agent.say(
      'node.report-metrics',
      { samples: [{ time, cpu: stamp(time), mem: 50 }] },
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
