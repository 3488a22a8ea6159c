/**
 * How long the server takes to list large folders, through HTTP, and whether others have to wait meanwhile.
 * Usage (after a build of the server): node tests/load/listing.mjs [entries of the large folder, default 100000]
 */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, startServer } from './server-run.mjs';

const entries = Number(process.argv[2] ?? 100_000);
const rounds = 41;
const pageSize = 1000;
/** A folder's order is kept from the moment when it has not changed for so long. */
const settledMs = 3000;

const server = await startServer();
const home = join(server.dataDir, 'files/home/admin');

function fill(folder, count, nameOf) {
  const path = join(home, folder);
  mkdirSync(path, { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const name = nameOf((index * 7919) % count, index);
    if (index % 20 === 0) {
      mkdirSync(join(path, `${name} d`));
    } else {
      writeFileSync(join(path, name), 'x');
      // Spread over ten years: each row has another time to write.
      const time = 1_500_000_000 + ((index * 31_337) % 315_000_000);
      utimesSync(join(path, name), time, time);
    }
  }
}

/** Milliseconds until the whole body is there; parsing it is the client's, and would keep the probe waiting. */
async function list(token, input, isParsed = true) {
  const begin = performance.now();
  const answer = await fetch(`${server.url}/api/user/info/disk`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: token },
    body: JSON.stringify(input),
  });
  const body = await answer.arrayBuffer();
  const tookMs = performance.now() - begin;
  if (!isParsed) {
    return { tookMs, rows: 0 };
  }
  const { success, result } = JSON.parse(Buffer.from(body).toString());
  if (!success) {
    throw new Error('The list was refused.');
  }
  return { tookMs, rows: result.length };
}

/** Asks for the smallest answer all the time; its delays show how long the event loop was held. */
function startProbe() {
  let isOver = false;
  const delays = [];
  const done = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await (await fetch(`${server.url}/api/health/live`)).arrayBuffer();
      delays.push(performance.now() - begin);
      await sleep(1);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return delays;
  };
}

const memoryMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;

async function measure(name, token, input, expectedRows, times = rounds) {
  const taken = [];
  for (let round = 0; round < times; round += 1) {
    const { tookMs, rows } = await list(token, input);
    if (rows !== expectedRows) {
      throw new Error(`${name}: ${rows} rows instead of ${expectedRows}`);
    }
    taken.push(tookMs);
  }
  // With the probe in a run of its own: it takes time from the lists.
  const stop = startProbe();
  for (let round = 0; round < 10; round += 1) {
    await list(token, input, false);
  }
  const delays = await stop();
  const show = (value) => value.toFixed(1).padStart(7);
  console.log(
    `${name.padEnd(42)} median ${show(percentile(taken, 0.5))} ms, p95 ${show(percentile(taken, 0.95))} ms; ` +
      `others wait at most ${show(Math.max(...delays))} ms (p95 ${show(percentile(delays, 0.95))}); ` +
      `memory ${memoryMb().toFixed(0)} MB`,
  );
  return percentile(taken, 0.5);
}

try {
  const token = await server.signIn();
  fill('latin', 10_000, (number, index) => `run ${number}${index % 3 ? '.txt' : '.dat'}`);
  fill('chinese', 10_000, (number) => `${'数据报告结果模型网格'[number % 10]}${number} 计算.txt`);
  const chars = '数据报告结果文件模型网格计算';
  fill('large', entries, (number) =>
    number % 2 ? `sample-${number}.bin` : `${chars[number % chars.length]}样本${number}.bin`,
  );

  const probeAlone = startProbe();
  await sleep(1000);
  const alone = await probeAlone();
  console.log(`probe alone: at most ${Math.max(...alone).toFixed(1)} ms`);

  console.log(
    `first list of the large folder: ${(await list(token, { path: '/large', size: pageSize })).tookMs.toFixed(0)} ms`,
  );
  await sleep(settledMs);
  const whole = {};
  for (const folder of ['latin', 'chinese']) {
    whole[folder] = await measure(`${folder}: all 10,000`, token, { path: `/${folder}` }, 10_000);
  }
  await list(token, { path: '/large', size: pageSize });
  const page = (pageNum, more = {}) => ({ path: '/large', size: pageSize, pageNum, ...more });
  const first = await measure('large: first page of 1000', token, page(0), pageSize);
  const deep = await measure(
    'large: deep page of 1000',
    token,
    page(Math.floor(entries / pageSize) - 2),
    pageSize,
  );
  await measure('large: deep page, descending', token, page(50, { order: 'desc' }), pageSize);
  await measure('large: by size, first page', token, page(0, { sort: 'size' }), pageSize, 11);
  await measure('large: all of it', token, { path: '/large' }, entries, 5);
  console.log(`deep / first: ${(deep / first).toFixed(2)}`);
  console.log(`whole list below 60 ms: ${Object.values(whole).every((ms) => ms < 60)}`);
} finally {
  await server.stop();
}
