import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { spawnBound } from './bound-child.js';
import { findFreePort } from './free-port.js';
import { waitFor } from '../wait-for.js';

/** Debian's nginx, as a child of the test. */
export interface TestNginx {
  url: string;
  stop(): Promise<void>;
}

const exampleFolder = join(import.meta.dirname, '../../../deploy/nginx');

/** What an operator changes in the example. */
export interface ExampleSite {
  port: number;
  /** The servers, each as host and port. */
  upstreams: readonly string[];
  secretFile: string;
  logs: string;
  /** With a slash at its end. */
  accelDir: string;
}

/** `deploy/nginx/clusterdesk.conf` as one text, with the files that it includes, changed for a test. */
export function exampleSite({ port, upstreams, secretFile, logs, accelDir }: ExampleSite): string {
  const read = (name: string): string =>
    readFileSync(join(exampleFolder, name), 'utf8').replaceAll(
      /^ *include (clusterdesk\/[\w.-]+);/gm,
      (_, included: string) => read(included),
    );
  return read('clusterdesk.conf')
    .replaceAll('/etc/nginx/clusterdesk-proxy-secret', secretFile)
    .replaceAll('/var/log/nginx', logs)
    .replaceAll(/^ *server 127.0.0.1:8080([^;]*;).*/gm, (_, parameters: string) =>
      upstreams.map((upstream) => `server ${upstream}${parameters}`).join('\n'),
    )
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/srv/clusterdesk/data/files/.staging/accel/', accelDir);
}

/** The same with TLS, as `deploy/compose` has it with SCHEME=https. @param certificate paths of both files */
export function secureSite(site: ExampleSite, certificate: { chain: string; key: string }): string {
  const listen = readFileSync(join(exampleFolder, '../compose/nginx/https.conf'), 'utf8')
    .replace('listen 8080 ssl;', `listen 127.0.0.1:${site.port} ssl;`)
    .replace('/etc/nginx/tls/fullchain.pem', certificate.chain)
    .replace('/etc/nginx/tls/key.pem', certificate.key);
  return exampleSite(site).replace(`listen 127.0.0.1:${site.port};`, listen);
}

/** Whether this machine has one. With CI=true a missing one is a failure, not a skipped suite. */
export function hasNginx(): boolean {
  const isThere = findNginx() !== undefined;
  if (!isThere && process.env.CI === 'true') {
    throw new Error('nginx is missing: install it (Debian: nginx-light).');
  }
  return isThere;
}

/** Starts one on a free loopback port; `siteFor` gives the text of its `http` block. All it writes is in a temporary folder. */
export async function startTestNginx(siteFor: (port: number) => string): Promise<TestNginx> {
  const dir = await mkdtemp(join(tmpdir(), 'clusterdesk-nginx-'));
  const port = await findFreePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = join(dir, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; pid ${dir}/pid; error_log stderr; worker_processes 1;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {}
     http {
       access_log off;
       ${temporary.map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')}
       ${siteFor(port)}
     }`,
  );
  const child = spawnBound(findNginx() ?? 'nginx', ['-p', dir, '-c', config, '-e', 'stderr']);
  let errors = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  // Where it would lead is nothing that it waits for.
  await waitFor('nginx to answer', () => fetch(url, { redirect: 'manual' })).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}\n${errors}`);
    },
  );
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** It lies in /usr/sbin, which is not on every account's path. */
function findNginx(): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nginx'))
    .find((path) => existsSync(path));
}
