import { join } from 'node:path';
import { Client } from 'pg';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '../platform/api-client.js';
import { RunningPlatform } from '../platform/running-platform.js';
import { AddressedPart, ContainerPart } from './container-part.js';
import { createNetwork, createVolume, useEngine } from './engine.js';
import { nginxFiles } from './nginx-files.js';
import {
  proxySecret,
  runMigrations,
  startAgent,
  startNginx,
  startPostgres,
  startRedis,
  startServer,
  startWorker,
  type Surroundings,
} from './part-recipes.js';
import { promote, startStandby } from './standby.js';
import { waitLong } from './wait-long.js';

export interface ContainerPlatformOptions {
  /** Default: 2. */
  servers?: number;
  /** Default: 1. */
  workers?: number;
  /** Hosts with an agent, each with a queue of its own, named as they are: `agent_1`. Default: none. */
  agents?: number;
  /** Whether tasks and events go by Redis; else by PostgreSQL. Default: true. */
  redis?: boolean;
  /** Added to the environment of servers and workers. */
  env?: Record<string, string>;
  /** Settings of PostgreSQL, as `name=value`. */
  postgresSettings?: readonly string[];
}

/** A host with an agent, as the platform knows it. */
export interface AgentPart {
  readonly part: ContainerPart;
  readonly nodeId: string;
  /** It alone runs the jobs of this queue. */
  readonly queueName: string;
}

/**
 * A whole ClusterDesk of containers, as operators compose it: PostgreSQL, Redis, servers, workers, nginx in front of them, and
 * agents on hosts of their own, in one network and on one volume of files. Each part can be killed, stopped, frozen, cut off and
 * started again (`ContainerPart`), and whatever a test leaves is removed with its process.
 *
 *     const platform = await ContainerPlatform.start({ servers: 2, workers: 2, agents: 1 });
 *     const client = await platform.signIn();                       // by nginx
 *     const other = await platform.signIn(platform.servers[1]);     // straight to one server
 *     await platform.servers[0].kill();
 *     await platform.servers[0].start();                            // waits until it is ready
 *     await platform.stop();
 */
export class ContainerPlatform {
  readonly servers: AddressedPart[] = [];
  readonly workers: AddressedPart[] = [];
  readonly agents: AgentPart[] = [];
  private standby: AddressedPart | null = null;
  /** How many were ever begun, for their names. */
  private readonly begun = { servers: 0, workers: 0, agents: 0 };

  private constructor(
    private readonly around: Surroundings,
    private postgresPart: AddressedPart,
    readonly redis: ContainerPart | null,
    private nginxPart: AddressedPart | null = null,
  ) {}

  /** Starts everything and waits until servers and workers are ready and each agent has enrolled. */
  static async start(options: ContainerPlatformOptions = {}): Promise<ContainerPlatform> {
    const { servers = 2, workers = 1, agents = 0, redis = true, env = {} } = options;
    await useEngine();
    const [network, volume] = await Promise.all([createNetwork(), createVolume()]);
    const { adminPassword } = RunningPlatform;
    const around = { network, volume, hasRedis: redis, env, adminPassword };
    const [postgresPart, redisPart] = await Promise.all([
      startPostgres(around, options.postgresSettings),
      redis ? startRedis(around) : null,
    ]);
    const platform = new ContainerPlatform(around, postgresPart, redisPart);
    // The first brings the tables up to date, which the others would wait for.
    await platform.addServer();
    await Promise.all([
      ...Array.from({ length: servers - 1 }, () => platform.addServer()),
      ...Array.from({ length: workers }, () => platform.addWorker()),
    ]);
    platform.nginxPart = await startNginx(
      around,
      platform.servers.map(({ name }) => name),
    );
    for (let index = 0; index < agents; index += 1) {
      await platform.addAgent();
    }
    return platform;
  }

  /** The address of nginx. */
  get url(): string {
    return this.nginx.url;
  }

  get nginx(): AddressedPart {
    if (!this.nginxPart) {
      throw new Error('nginx has not been started.');
    }
    return this.nginxPart;
  }

  get postgres(): AddressedPart {
    return this.postgresPart;
  }

  /** The server of that index, counted from 0. */
  server(index: number): AddressedPart {
    return at(this.servers, index);
  }

  worker(index: number): AddressedPart {
    return at(this.workers, index);
  }

  agent(index: number): AgentPart {
    return at(this.agents, index);
  }

  /** A client that is signed in as admin, by nginx or straight to one server. */
  async signIn(by: { url: string } = this): Promise<ApiClient> {
    const client = new ApiClient(by.url);
    await client.signIn('admin', RunningPlatform.adminPassword);
    return client;
  }

  /** Signs in once, and gives a client for each address with that session. */
  async signInAt(...places: { url: string }[]): Promise<ApiClient[]> {
    const { token } = await this.signIn(places[0]);
    return places.map(({ url }) => Object.assign(new ApiClient(url), { token }));
  }

  /** One more; nginx does not know it. @param image of another version */
  async addServer(image?: string): Promise<AddressedPart> {
    this.begun.servers += 1;
    const part = await startServer(this.around, `server${this.begun.servers}`, image);
    this.servers.push(part);
    // They are begun together, and ready in any order.
    this.servers.sort((a, b) => a.name.localeCompare(b.name));
    return part;
  }

  async addWorker(image?: string): Promise<AddressedPart> {
    this.begun.workers += 1;
    const part = await startWorker(this.around, `worker${this.begun.workers}`, image);
    this.workers.push(part);
    // They are begun together, and ready in any order.
    this.workers.sort((a, b) => a.name.localeCompare(b.name));
    return part;
  }

  /** Brings the tables up to what another version needs. @param image of its server */
  migrate(image: string): Promise<void> {
    return runMigrations(this.around, image);
  }

  /** From now on nginx passes calls on to these; what others have begun, they end. */
  async passTo(servers: readonly AddressedPart[]): Promise<void> {
    for (const { content, target } of nginxFiles(
      servers.map(({ name }) => name),
      proxySecret,
    )) {
      const write = ['sh', '-ec', 'printf %s "$1" > "$2"', 'sh', content, target];
      await this.nginx.exec(write, { user: 'root' });
    }
    await this.nginx.kill('SIGHUP');
  }

  /** A host more, with a node and a queue of its own. */
  async addAgent(): Promise<AgentPart> {
    this.begun.agents += 1;
    const name = `agent-${this.begun.agents}`;
    const client = await this.signIn();
    const { result } = await client.expectOk(endpoints.calculations.add, {
      calculationName: name,
      lanIp: `198.19.0.${this.begun.agents}`,
    });
    const token = /AGENT_TOKEN='([\w-]+)'/.exec(result.enrolment?.command ?? '')?.[1] ?? '';
    const part = await startAgent(this.around, name, token);
    await waitLong(`${name} to enrol`, async () => {
      const { result: nodes } = await client.expectOk(endpoints.calculations.list, {});
      return nodes.find(({ id }) => id === result.id)?.acceptsJobs;
    }).catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${await part.readLog()}`);
    });
    const queueName = name.replace('-', '_');
    await client.expectOk(endpoints.jobs.queueAdd, {
      queueName,
      calculations: [{ id: result.id, cpus: 1 }],
    });
    const agent = { part, nodeId: result.id, queueName };
    this.agents.push(agent);
    return agent;
  }

  /** A PostgreSQL that follows the platform's. */
  async addStandby(): Promise<AddressedPart> {
    this.standby = await startStandby(this.around, this.postgres);
    return this.standby;
  }

  /** PostgreSQL is lost with all that it held, and the standby takes its place. */
  async failOver(): Promise<void> {
    const { standby, postgres } = this;
    if (!standby) {
      throw new Error('There is no standby.');
    }
    await postgres.remove();
    this.postgresPart = standby;
    this.standby = null;
    await promote(standby, postgres.name);
  }

  /** Asks its database, for what no call tells. */
  async query<Row = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** FILES_DIR on this host: for an engine that runs here, and an account that may look into its volumes. */
  async filesDir(): Promise<string> {
    const { Mountpoint } = await (await useEngine()).getVolume(this.around.volume).inspect();
    return join(Mountpoint, 'files');
  }

  /** The end of every part's log: what a failed test is explained by. */
  async readLogs(lines = 25): Promise<string> {
    const texts = await Promise.all(
      this.parts().map(async (part) => `== ${part.name}\n${await part.readLog(lines)}`),
    );
    return texts.join('\n');
  }

  /** Removes all of it. */
  async stop(): Promise<void> {
    await Promise.all(this.parts().map((part) => part.remove()));
    const engine = await useEngine();
    await engine.getNetwork(this.around.network.getId()).remove();
    await engine.getVolume(this.around.volume).remove();
  }

  private parts(): ContainerPart[] {
    return [
      ...[this.postgres, this.standby, this.redis, this.nginxPart].filter((part) => part !== null),
      ...this.servers,
      ...this.workers,
      ...this.agents.map(({ part }) => part),
    ];
  }
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (!found) {
    throw new Error(`There is no number ${index}.`);
  }
  return found;
}
