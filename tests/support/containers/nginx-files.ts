import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../platform/platform.js';

const folder = '/etc/nginx';
const read = (path: string): string => readFileSync(join(workspace, 'deploy', path), 'utf8');

/** The configuration of `deploy/compose` for these servers, as files of nginx's container. It listens at 8080. */
export function nginxFiles(
  servers: readonly string[],
  secret: string,
): { content: string; target: string }[] {
  const upstreams = servers.map((name) => `server ${name}:8080 fail_timeout=5s;`).join('\n');
  const composed = read('compose/nginx/nginx.conf');
  const main = composed.replaceAll(/(?:server server\d+:8080[^;]*;\s*)+/g, `${upstreams}\n`);
  const shared = readdirSync(join(workspace, 'deploy/nginx/clusterdesk'));
  return [
    { target: `${folder}/nginx.conf`, content: main },
    { target: `${folder}/clusterdesk-listen.conf`, content: read('compose/nginx/http.conf') },
    {
      target: `${folder}/clusterdesk-proxy-secret`,
      content: `proxy_set_header X-ClusterDesk-Proxy "${secret}";`,
    },
    ...shared.map((name) => ({
      target: `${folder}/clusterdesk/${name}`,
      content: read(`nginx/clusterdesk/${name}`),
    })),
  ];
}
