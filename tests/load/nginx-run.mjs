import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './server-run.mjs';

const binaries = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'];

/**
 * An nginx of its own in a folder, one worker: it takes files by WebDAV PUT and gives them by GET, and where `upstream` is
 * given stands before the platform, sending what the platform names by X-Accel-Redirect from `filesDir`.
 * @returns {Promise<{ url: string, root: string, pids: () => string[], stop: () => Promise<void> } | null>} null where nginx is not installed
 */
export async function startNginx(folder, proxy = null) {
  const binary = binaries.find((path) => existsSync(path));
  if (!binary) {
    return null;
  }
  const port = await findFreePort();
  const root = join(folder, 'files');
  mkdirSync(root, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  const locations = proxy
    ? `location / { proxy_pass ${proxy.upstream}; proxy_request_buffering off; proxy_buffering off;
         proxy_set_header X-Sendfile-Type X-Accel-Redirect;
         proxy_set_header X-ClusterDesk-Proxy ${proxy.secret}; }
       location ${proxy.prefix}/ { internal; alias ${proxy.filesDir}/; }`
    : `location / { root ${root}; dav_methods PUT; create_full_put_path on; }`;
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; pid ${folder}/pid;
     error_log ${folder}/error.log; daemon off;
     events {}
     http { access_log off; sendfile on; client_max_body_size 0; keepalive_requests 100000; ${temporary}
       server { listen 127.0.0.1:${port}; ${locations} } }`,
  );
  const child = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await sleep(500);
  if (child.exitCode !== null) {
    return null;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    root,
    /** Of the processes that do the work. */
    pids: () =>
      readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' '),
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill('SIGQUIT');
      }),
  };
}
