import {
  GenericContainer,
  Wait,
  type StartedNetwork,
  type StartedTestContainer,
} from 'testcontainers';
import { AddressedPart, ContainerPart } from './container-part.js';
import { findHostPort, ownLabels } from './engine.js';
import { images } from './images.js';
import { nginxFiles } from './nginx-files.js';

/** Where the files lie in every part that sees them. */
export const dataDir = '/var/lib/clusterdesk';
export const proxySecret = 'shown-by-nginx-to-the-servers-4711';
export const database = { user: 'clusterdesk', password: 'database-password', name: 'clusterdesk' };

/** What all parts of a platform share. */
export interface Surroundings {
  network: StartedNetwork;
  /** The volume with the files of users and projects. */
  volume: string;
  hasRedis: boolean;
  /** Added to the environment of servers and workers. */
  env: Record<string, string>;
  adminPassword: string;
}

export const begin = (image: string, name: string, { network }: Surroundings): GenericContainer =>
  new GenericContainer(image)
    .withLabels(ownLabels)
    .withNetwork(network)
    .withNetworkAliases(name)
    // Tests ask by themselves; the images' own checks start a program four times a minute in each container.
    .withHealthCheck({ test: ['CMD', 'true'], interval: 3_600_000 })
    .withStartupTimeout(240_000);

/** Starts it; an error has the end of what it printed. */
export async function run(
  name: string,
  container: GenericContainer,
): Promise<StartedTestContainer> {
  let printed = '';
  try {
    return await container
      .withLogConsumer((stream) => {
        stream.on('data', (piece: Buffer) => (printed = `${printed}${piece}`.slice(-4_000)));
      })
      .start();
  } catch (error) {
    throw new Error(`${name} did not start: ${String(error)}\n${printed}`, { cause: error });
  }
}

/** Whether it answers with 200; its end ends the waiting. */
const whenReady = (port: number) =>
  Wait.forHttp('/api/health/ready', port, { abortOnContainerExit: true });

export const hostOf = (container: { getHost(): string }, port: number): string =>
  `${container.getHost()}:${port}`;

/** @param settings of postgresql.conf, as `name=value` */
export async function startPostgres(
  around: Surroundings,
  settings: readonly string[] = [],
  name = 'postgres',
): Promise<AddressedPart> {
  const port = await findHostPort();
  const container = await run(
    name,
    begin(images.postgres, name, around)
      .withEnvironment({
        POSTGRES_USER: database.user,
        POSTGRES_PASSWORD: database.password,
        POSTGRES_DB: database.name,
      })
      .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
      .withExposedPorts({ container: 5432, host: port })
      // Not the usual one of Testcontainers: killed after a second by its time limit, its pg_isready takes PostgreSQL along.
      .withHealthCheck({
        test: ['CMD', 'pg_isready', '-h', 'localhost', '-U', database.user, '-d', database.name],
        interval: 1_000,
        timeout: 10_000,
        retries: 60,
      })
      .withWaitStrategy(Wait.forHealthCheck()),
  );
  const url = `postgresql://${database.user}:${database.password}@${hostOf(container, port)}/${database.name}`;
  return new AddressedPart(container, { name, network: around.network, readyUrl: null }, url);
}

export async function startRedis(around: Surroundings, name = 'redis'): Promise<ContainerPart> {
  const container = await run(
    name,
    begin(images.redis, name, around)
      // What is acknowledged is on its disk: what a restart of it loses would be its own loss.
      .withCommand(['--appendonly', 'yes', '--appendfsync', 'always'])
      .withWaitStrategy(Wait.forLogMessage('Ready to accept connections')),
  );
  return new ContainerPart(container, { name, network: around.network, readyUrl: null });
}

/** @param image default: that of this tree */
export async function startServer(
  around: Surroundings,
  name: string,
  image: string = images.server,
): Promise<AddressedPart> {
  const port = await findHostPort();
  const container = await run(
    name,
    begin(image, name, around)
      .withEnvironment({ ...environmentOf(around), PORT: '8080' })
      .withBindMounts([{ source: around.volume, target: dataDir }])
      .withExposedPorts({ container: 8080, host: port })
      .withWaitStrategy(whenReady(8080)),
  );
  const url = `http://${hostOf(container, port)}`;
  const readyUrl = `${url}/api/health/ready`;
  return new AddressedPart(container, { name, network: around.network, readyUrl }, url);
}

/** Brings the tables up to what a version needs, and ends, as an upgrade does before its servers start. */
export async function runMigrations(around: Surroundings, image: string): Promise<void> {
  const container = await run(
    'migrations',
    begin(image, 'migrations', around)
      .withEnvironment({ ...environmentOf(around), MIGRATE: 'only' })
      .withBindMounts([{ source: around.volume, target: dataDir }])
      .withWaitStrategy(Wait.forOneShotStartup()),
  );
  await container.stop();
}

export async function startWorker(
  around: Surroundings,
  name: string,
  image: string = images.worker,
): Promise<AddressedPart> {
  const port = await findHostPort();
  const container = await run(
    name,
    begin(image, name, around)
      .withEnvironment({ ...environmentOf(around), WORKER_PORT: '8081' })
      .withBindMounts([{ source: around.volume, target: dataDir }])
      .withExposedPorts({ container: 8081, host: port })
      .withWaitStrategy(whenReady(8081)),
  );
  const url = `http://${hostOf(container, port)}`;
  const readyUrl = `${url}/api/health/ready`;
  return new AddressedPart(container, { name, network: around.network, readyUrl }, url);
}

/** nginx as the example of the compositions has it. @param servers names of those that it passes calls on to */
export async function startNginx(
  around: Surroundings,
  servers: readonly string[],
): Promise<AddressedPart> {
  const port = await findHostPort();
  const container = await run(
    'nginx',
    begin(images.nginx, 'nginx', around)
      // The account that files belong to: it sends downloads.
      .withUser('10001:10001')
      .withTmpFs({ '/tmp': 'mode=1777' })
      .withCommand(['nginx', '-g', 'daemon off;'])
      .withCopyContentToContainer(nginxFiles(servers, proxySecret))
      .withBindMounts([{ source: around.volume, target: dataDir, mode: 'ro' }])
      .withExposedPorts({ container: 8080, host: port })
      .withWaitStrategy(whenReady(8080)),
  );
  const url = `http://${hostOf(container, port)}`;
  const readyUrl = `${url}/api/health/ready`;
  return new AddressedPart(container, { name: 'nginx', network: around.network, readyUrl }, url);
}

/** The agent of a host of its own, which sees the files of all. @param token of its node's enrolment */
export async function startAgent(
  around: Surroundings,
  name: string,
  token: string,
  image: string = images.agent,
): Promise<ContainerPart> {
  const container = await run(
    name,
    begin(image, name, around)
      .withEnvironment({
        AGENT_SERVER: 'http://nginx:8080',
        AGENT_TOKEN: token,
        AGENT_HOSTNAME: name,
        AGENT_FILES_ROOT: `${dataDir}/files/home`,
        AGENT_PROJECTS_ROOT: `${dataDir}/files/projects`,
        AGENT_ALLOW: 'metrics,jobs',
        // A container without rights of its own confines nothing further.
        AGENT_ALLOW_UNCONFINED: 'true',
        AGENT_ALLOW_HOST_NETWORK: 'true',
      })
      .withBindMounts([{ source: around.volume, target: dataDir }]),
  );
  return new ContainerPart(container, { name, network: around.network, readyUrl: null });
}

function environmentOf({ hasRedis, env, adminPassword }: Surroundings): Record<string, string> {
  return {
    DATABASE_URL: `postgresql://${database.user}:${database.password}@postgres:5432/${database.name}`,
    ...(hasRedis && { REDIS_URL: 'redis://redis:6379' }),
    ADMIN_PASSWORD: adminPassword,
    PROXY_SECRET: proxySecret,
    TRUST_PROXY: 'uniquelocal',
    ACCEL_REDIRECT: '/clusterdesk-files',
    ...env,
  };
}
