/** The configuration of nginx in front of these servers, as files of its container. */
export function nginxFiles(
  servers: readonly string[],
  secret: string,
): { content: string; target: string }[] {
  const content = `
map $http_upgrade $clusterdesk_connection { default upgrade; '' close; }
upstream clusterdesk { ${servers.map((name) => `server ${name}:8080;`).join(' ')} keepalive 16; }
server {
  listen 80;
  client_max_body_size 0; proxy_request_buffering off; proxy_buffering off;
  proxy_http_version 1.1;
  proxy_set_header X-ClusterDesk-Proxy "${secret}";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $clusterdesk_connection;
  proxy_connect_timeout 2s;
  location / { proxy_pass http://clusterdesk; }
}
`;
  return [{ content, target: '/etc/nginx/conf.d/default.conf' }];
}
