/**
 * How long a job takes to begin on the platform's own node: from the call that asks for it to the first line of its
 * script, and until its page has the first line of output (it watches the job, and reads what the event says), by the clock of the
 * same machine; one after the other, so that none waits for another.
 * Usage: node tests/load/job-start.mjs [jobs, default 50]
 */
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../../scripts/support/workspace.mjs';
import { loadTypescript } from '../support/jest/load-typescript.mjs';
import { openClient, percentile } from './server-run.mjs';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const { connectConsole } = await loadTypescript('tests/support/server/test-console.ts');

const jobs = Number(process.argv[2] ?? 50);

buildIfNeeded();
const dataDir = makeDataDir();
const platform = await startPlatform(dataDir);
try {
  const { call, signIn } = await openClient(platform.url);
  const token = await signIn();
  const page = await connectConsole(platform.url, token);
  const begun = [];
  const readable = [];
  // The first job makes folders, and the first call of a kind compiles.
  for (let number = -3; number < jobs; number += 1) {
    const name = `began${number}`;
    const scriptContent = `date +%s%N > ${name}; echo first`;
    const askedAt = Date.now();
    const { jobId } = await call(
      '/job/run',
      { jobName: 'began', queueName: 'local', scriptContent },
      token,
    );
    await readFirstLine(page, jobId, () => call('/job/log', { jobId }, token));
    const readAt = Date.now();
    const begunAt = (await readWhenWritten(name)) / 1e6;
    if (number >= 0) {
      begun.push(begunAt - askedAt);
      readable.push(readAt - askedAt);
    }
    await sleep(200);
  }
  page.close();
  print('asked -> running', begun);
  print('asked -> first line on its page', readable);
  console.log(`load average ${loadavg()[0].toFixed(1)}`);
} finally {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function print(what, times) {
  const [median, most95, most] = [0.5, 0.95, 1].map(
    (share) => `${percentile(times, share).toFixed(0)} ms`,
  );
  console.log(`${what}: median ${median}, 95% ${most95}, most ${most}`);
}

/** As the page of a job does: it watches, asks for what is there already, and again with each event. */
async function readFirstLine(page, jobId, readLog) {
  let next = () => {};
  let hasCome = false;
  const hear = (event) => {
    if (event.jobId === jobId) {
      hasCome = true;
      next();
    }
  };
  page.socket.on('jobOutput', hear);
  await page.ask('watch', { topic: 'job', jobId });
  while ((await readLog()).text === '') {
    if (!hasCome) {
      await new Promise((done) => (next = done));
    }
    hasCome = false;
  }
  page.socket.off('jobOutput', hear);
  page.socket.emit('unwatch', { topic: 'job', jobId });
}

/** The one line of a file in the administrator's home, as a number, as soon as it is there. */
async function readWhenWritten(name) {
  for (;;) {
    const homes = join(dataDir, 'files', 'home');
    const home = existsSync(homes) ? readdirSync(homes)[0] : undefined;
    const path = join(homes, home ?? '', name);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (text.endsWith('\n')) {
      return Number(text);
    }
    await sleep(5);
  }
}
