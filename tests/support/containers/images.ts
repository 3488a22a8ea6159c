/**
 * The images of a composition, by the variables of `deploy/compose`, which `setup.mjs` sets: official ones where a registry answers,
 * and this tree's own.
 */
export const images = {
  postgres: imageOf('POSTGRES_IMAGE', 'postgres:15-bookworm'),
  redis: imageOf('VALKEY_IMAGE', 'redis:7.0-bookworm'),
  nginx: imageOf('NGINX_IMAGE', 'nginx:1.28'),
  server: imageOf('SERVER_IMAGE', 'clusterdesk/server'),
  worker: imageOf('WORKER_IMAGE', 'clusterdesk/worker'),
  agent: imageOf('AGENT_IMAGE', 'clusterdesk/agent'),
} as const;

function imageOf(variable: string, otherwise: string): string {
  return process.env[variable] ?? otherwise;
}
