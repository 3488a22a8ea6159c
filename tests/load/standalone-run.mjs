import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { metricsToken } from './process-cost.mjs';
import { findFreePort, password } from './server-run.mjs';

/** A new temporary data folder that the service account may enter. */
export function makeDataDir() {
  const dir = mkdtempSync(join(tmpdir(), 'clusterdesk-load-'));
  chmodSync(dir, 0o755);
  return dir;
}

/**
 * `npm start` without npm: starts everything and waits until it says that it is ready.
 * @returns {Promise<{ pid: number, url: string, readyMs: number, stop: () => Promise<void> }>}
 */
export async function startPlatform(dataDir) {
  const port = await findFreePort();
  const begin = performance.now();
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../scripts/start.mjs')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: password,
      METRICS_TOKEN: metricsToken,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  await new Promise((done, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes('ClusterDesk is ready at')) {
        done();
      }
    });
    child.once('exit', (code) => failed(new Error(`It ended with ${code}: ${output}`)));
  });
  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}`,
    readyMs: performance.now() - begin,
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill('SIGTERM');
      }),
  };
}
