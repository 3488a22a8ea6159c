/**
 * How long a job takes to begin on the platform's own node: from the call that asks for it to the first line of its
 * script, by the clock of the same machine; one after the other, so that none waits for another.
 * Usage: node tests/load/job-start.mjs [jobs, default 40]
 */
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../../scripts/support/workspace.mjs';
import { openClient, percentile } from './server-run.mjs';
import { makeDataDir, startPlatform } from './standalone-run.mjs';

const jobs = Number(process.argv[2] ?? 40);

buildIfNeeded();
const dataDir = makeDataDir();
const platform = await startPlatform(dataDir);
try {
  const { call, signIn } = await openClient(platform.url);
  const token = await signIn();
  const times = [];
  for (let number = 0; number < jobs; number += 1) {
    const name = `began-${number}`;
    const askedAt = Date.now();
    await call(
      '/job/run',
      { jobName: name, queueName: 'local', scriptContent: `date +%s%N > ${name}` },
      token,
    );
    times.push((await readWhenWritten(name)) / 1e6 - askedAt);
    await sleep(200);
  }
  const shown = [0.5, 0.95, 1].map((share) => `${percentile(times, share).toFixed(0)} ms`);
  console.log(`asked -> running: median ${shown[0]}, 95% ${shown[1]}, most ${shown[2]}`);
} finally {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
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
