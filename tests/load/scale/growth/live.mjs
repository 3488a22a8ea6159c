/** What live events and the connections that they go to cost. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loadTypescript } from '../../../support/jest/load-typescript.mjs';
import { addNodes, addWatchers, ask, startCrowd } from '../../cluster/crowds.mjs';
import { pssOf } from '../../process-family.mjs';
import { percentile } from '../../server-run.mjs';

const seconds = 4;
const settleMs = 15_000;
const comeMs = 120_000;

/** The product's own counter, one batch after the other, as a process does it: of one audience, and of many. */
export async function measureEvents(databaseUrl) {
  const { LiveCounter } = await loadTypescript('apps/server/src/platform/realtime/live-counter.ts');
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const counter = new LiveCounter(pool);
  const once = async (audiences, endsAt) => {
    let given = 0;
    while (performance.now() < endsAt) {
      given += (await counter.next(audiences)).length;
    }
    return given;
  };
  for (const [what, size, audienceOf, processes] of [
    ['one at a time', 1, () => 'topic:settings', 1],
    ['batches of 250, one audience', 250, () => 'topic:settings', 1],
    ['batches of 250, 250 audiences', 250, (place) => `user:${place}`, 1],
    ['the same, by two processes', 250, (place) => `user:${place}`, 2],
  ]) {
    const audiences = Array.from({ length: size }, (_, place) => audienceOf(place));
    const rates = [];
    for (let round = 0; round < 3; round += 1) {
      const endsAt = performance.now() + seconds * 1_000;
      const given = await Promise.all(
        Array.from({ length: processes }, () => once(audiences, endsAt)),
      );
      rates.push(given.reduce((sum, one) => sum + one, 0) / seconds);
    }
    console.log(`numbers, ${what.padEnd(32)} ${percentile(rates, 0.5).toFixed(0)} a second`);
  }
  await pool.end();
}

/** A third come first, so that what the first of all cost is not counted. */
export async function measureSockets(cluster, count) {
  const [server] = cluster.servers;
  const urls = [server.url];
  const first = Math.ceil(count / 3);
  const tokens = await addWatchers(cluster.client, cluster.query, count);
  const nodes = await addNodes(cluster.query, count);
  const kinds = {
    browser: async (from, to) => {
      const some = tokens.slice(
        Math.floor((from / count) * tokens.length),
        Math.ceil((to / count) * tokens.length),
      );
      const crowd = await startCrowd('viewer-crowd', {
        urls,
        tokens: some,
        windows: to - from,
        monitors: 0,
      });
      await until(async () => (await ask(crowd)).watching === to - from);
      return crowd;
    },
    agent: async (from, to) => {
      const crowd = await startCrowd('agent-crowd', { urls, nodes: nodes.slice(from, to) });
      await until(async () => (await ask(crowd)).connected === to - from);
      return crowd;
    },
  };
  for (const [kind, come] of Object.entries(kinds)) {
    const crowds = [await come(0, first)];
    await sleep(settleMs);
    const before = pssOf(server.pid);
    crowds.push(await come(first, count));
    await sleep(settleMs);
    const after = pssOf(server.pid);
    crowds.forEach((crowd) => crowd.kill());
    console.log(
      `${kind}: ${(((after - before) * 1024) / (count - first)).toFixed(1)} kB of the server each (${first} to ${count} of them: ${before.toFixed(0)} to ${after.toFixed(0)} MB)`,
    );
    await sleep(5_000);
  }
}

async function until(isTrue) {
  const begin = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begin > comeMs) {
      throw new Error('They did not all come.');
    }
    await sleep(500);
  }
}
