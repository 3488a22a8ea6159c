import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  endpoints,
  type ApplicationNode,
  type ApplicationPlan,
  type HostApplication,
  type NodeKind,
  type RunEnded,
} from '@clusterdesk/contracts';
import { agentKeyOf } from '@clusterdesk/contracts/agent-proof';
import { manifestOf } from './application-manifest.js';
import { FakeAgent, type FakeCredentials } from '../wire/fake-agent.js';
import { SpecPlatform, type SpecPlatformOptions, type SpecUser } from '../server/spec-platform.js';
import { RunDispatcher } from '../../../apps/server/src/features/cluster/applications/runs/run-dispatcher.service.js';

const calls = endpoints.applications;

/** A catalogue of its own, nodes with agents that only speak, and a user who may manage applications. */
export class SpecApplications {
  private readonly agents: FakeAgent[] = [];

  private constructor(
    readonly platform: SpecPlatform,
    readonly dir: string,
    readonly manager: SpecUser,
  ) {}

  static async open(options: Partial<SpecPlatformOptions> = {}): Promise<SpecApplications> {
    const dir = await mkdtemp(join(tmpdir(), 'clusterdesk-catalogue-'));
    const platform = await SpecPlatform.open({
      withWorker: false,
      ...options,
      environment: { APPLICATIONS_DIR: dir, ...options.environment },
    });
    return new SpecApplications(
      platform,
      dir,
      await platform.addUser('manager', ['/applicationList']),
    );
  }

  async close(): Promise<void> {
    this.agents.forEach((agent) => agent.close());
    await this.platform.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Writes a manifest; the platform heeds it a little later, for it does not read the folder for every call. */
  write(name: string, more: object = {}): Promise<void> {
    const text = JSON.stringify(manifestOf(name, more));
    return writeFile(join(this.dir, `${name}.json`), text, { mode: 0o644 });
  }

  /** A node that has enrolled; offline until its agent connects. */
  async addNode(name: string, kind: NodeKind = 'compute'): Promise<FakeCredentials> {
    const secret = randomBytes(32).toString('base64url');
    const [row] = await this.platform.query(
      `INSERT INTO node (kind, name, secret_hash, is_online) VALUES ($1, $2, $3, false) RETURNING id`,
      [kind, name, agentKeyOf(secret)],
    );
    return { nodeId: String(row?.['id']), secret };
  }

  /** The agent of a node, which says that it is there as long as it is connected. */
  async connect(credentials: FakeCredentials): Promise<FakeAgent> {
    const agent = await FakeAgent.connect(this.platform.baseUrl, credentials);
    await agent.hello({ allow: ['metrics', 'applications'] });
    agent.keepReporting();
    this.agents.push(agent);
    return agent;
  }

  /** Does what the task does, now. */
  dispatch(): Promise<void> {
    return this.platform.get(RunDispatcher).run();
  }

  /** As if so much time had passed since the runs were decided, asked for and heard of. */
  async pass(seconds: number): Promise<void> {
    await this.platform.query(
      `UPDATE application_run SET created_at = created_at - $1 * interval '1 second',
         waits_since = waits_since - $1 * interval '1 second', asked_at = asked_at - $1 * interval '1 second',
         heard_at = heard_at - $1 * interval '1 second', started_at = started_at - $1 * interval '1 second',
         may_run_until = may_run_until - $1 * interval '1 second'`,
      [seconds],
    );
  }

  call(
    action: 'install' | 'uninstall' | 'update' | 'retry',
    name: string,
    version = '1.0',
    chosen: { nodeIds?: string[]; digest?: string } = {},
  ) {
    return this.platform.call(this.manager, calls[action], { name, version, ...chosen });
  }

  /** What an action would run, and where. */
  async plan(
    action: 'install' | 'uninstall' | 'update' | 'retry',
    name: string,
    version = '1.0',
  ): Promise<ApplicationPlan> {
    const input = { name, version, action };
    return (await this.platform.call(this.manager, calls.plan, input)).result;
  }

  async row(name: string): Promise<HostApplication> {
    const { result } = await this.platform.call(this.manager, calls.list, { name, pageSize: 40 });
    const row = result.data.find((one) => one.name === name);
    if (!row) {
      throw new Error(`The list has no ${name}.`);
    }
    return row;
  }

  async nodes(name: string, version = '1.0'): Promise<ApplicationNode[]> {
    return (await this.platform.call(this.manager, calls.nodes, { name, version })).result;
  }

  /** Removes all runs and what is where. */
  async clear(): Promise<void> {
    await this.platform.query('TRUNCATE application_run, application_node CASCADE');
    this.agents.forEach((agent) => (agent.runs.length = 0));
  }
}

/** How an agent names a run of an application. */
export const application = (runId: string) =>
  ({ kind: 'application', jobId: runId, attempt: 0 }) as const;

/** What it says of the run's end. */
export const endOf = (runId: string, exitCode: number): RunEnded => ({
  ...application(runId),
  ...{ reason: 'exited', exitCode, outputBytes: 0, endedAt: Date.now() },
});

/** What an agent says of a run that it has: its output and its end. */
export async function finish(
  agent: FakeAgent,
  runId: string,
  exitCode: number,
  output = '',
): Promise<void> {
  if (output !== '') {
    await agent.say('jobs.output', { ...application(runId), offset: 0, data: Buffer.from(output) });
  }
  await agent.say('jobs.ended', endOf(runId, exitCode));
}
