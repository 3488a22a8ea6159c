import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './server-run.mjs';

const binaries = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'];

/**
 * An nginx of its own in a folder, one worker: it takes files by WebDAV PUT and gives them by GET, and where `upstream` is
 * given stands before the platform, sending what the platform names by X-Accel-Redirect from `filesDir`. With `upstreams` it stands
 * before several servers and shares calls and sockets out among them; who fails is left alone for a second.
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
  const [upstream, locations] = sitesOf(proxy, root);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; worker_rlimit_nofile 20000; pid ${folder}/pid;
     error_log ${folder}/error.log; daemon off;
     events { worker_connections 10000; }
     http { access_log off; sendfile on; client_max_body_size 0; keepalive_requests 100000; ${temporary}
       ${upstream} server { listen 127.0.0.1:${port}; ${locations} } }`,
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

/** The upstream and the locations of its one site. */
function sitesOf(proxy, root) {
  if (!proxy) {
    return ['', `location / { root ${root}; dav_methods PUT; create_full_put_path on; }`];
  }
  const secret = proxy.secret ? `proxy_set_header X-ClusterDesk-Proxy ${proxy.secret};` : '';
  if (!proxy.upstreams) {
    return [
      '',
      `location / { proxy_pass ${proxy.upstream}; proxy_request_buffering off; proxy_buffering off;
         proxy_set_header X-Sendfile-Type X-Accel-Redirect; ${secret} }
       location ${proxy.prefix}/ { internal; alias ${proxy.filesDir}/; }`,
    ];
  }
  const servers = proxy.upstreams.map(
    (url) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`,
  );
  return [
    `map $http_upgrade $hop { default upgrade; '' ''; }
     upstream servers { ${servers.join(' ')} keepalive 64; }`,
    // A server that stops says 503 before it has done anything; a call is given to the other then, whatever it is.
    `location / { proxy_pass http://servers; proxy_request_buffering off; proxy_buffering off;
       proxy_next_upstream error timeout http_503 non_idempotent; proxy_next_upstream_tries 2;
       proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header Upgrade $http_upgrade;
       proxy_set_header Connection $hop; proxy_read_timeout 15m; proxy_send_timeout 15m; ${secret} }`,
  ];
}
