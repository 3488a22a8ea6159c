import type { TimingChanges } from '../../../apps/server/src/platform/timings.js';
import {
  endpoints,
  type AgentHello,
  type EndpointInput,
  type RunEnded,
} from '@clusterdesk/contracts';
import { EnrolmentService } from '../../../apps/server/src/features/cluster/agents/enrolment.service.js';
import { CommandLines } from '../../../apps/server/src/features/jobs/backends/command-lines.service.js';
import { DispatchRequests } from '../../../apps/server/src/features/jobs/scheduling/dispatch-requests.service.js';
import { JobDispatcher } from '../../../apps/server/src/features/jobs/scheduling/job-dispatcher.service.js';
import { SchedulerService } from '../../../apps/server/src/features/jobs/scheduling/scheduler.service.js';
import { ScriptJobEntity } from '../../../apps/server/src/features/jobs/script-job.entity.js';
import { FakeAgent } from '../wire/fake-agent.js';
import { call, signIn, startTestServer, type TestServer } from '../server/test-server.js';
import { waitFor } from '../wait-for.js';

const calls = endpoints.jobs;
const firstToken = 'enrolment-token-of-the-local-node-0000';

/** A node of a spec, enrolled. */
export interface SpecNode {
  nodeId: string;
  credentials: { nodeId: string; secret: string };
}

/**
 * A server with the queue `local` on the node `host-1`, for specs of jobs. It leaves plans to a worker, and there is none: a spec says
 * when it plans.
 */
export class SpecJobs {
  private readonly agents: FakeAgent[] = [];

  private constructor(
    readonly server: TestServer,
    /** The administrator's. */
    readonly token: string,
    /** `host-1`, of which the queue may use 4 CPUs. */
    readonly node: SpecNode,
  ) {}

  static async start(
    environment: Record<string, string> = {},
    timings: TimingChanges = {},
  ): Promise<SpecJobs> {
    const server = await startTestServer(
      { LOCAL_NODE_TOKEN: firstToken, LOCAL_NODE_NAME: 'host-1', ...environment },
      undefined,
      timings,
    );
    try {
      leavePlansToWorkers(server);
      await server.dataSource.query('UPDATE compute_queue_node SET cpus = 4');
      return new SpecJobs(server, await signIn(server.baseUrl), await enrol(server, firstToken));
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.closeAgents();
    await this.server.stop();
  }

  /** Another compute node, which a queue may use. */
  async addNode(name: string, cpus = 4, queueName = 'local'): Promise<SpecNode> {
    const [row] = await this.query<{ id: string }>(
      `INSERT INTO node (kind, name) VALUES ('compute', $1) RETURNING id`,
      [name],
    );
    await this.grant(queueName, row!.id, cpus);
    const token = `enrolment-token-of-${name}`.padEnd(40, '0');
    await this.server.app.get(EnrolmentService).allowEnrolment(row!.id, token);
    return enrol(this.server, token);
  }

  /** Lets a queue, made when it is missing, use so many CPUs of a node. */
  async grant(queueName: string, nodeId: string, cpus: number): Promise<void> {
    await this.query(
      `INSERT INTO compute_queue (queue_name, is_open_to_everyone) VALUES ($1, true) ON CONFLICT DO NOTHING`,
      [queueName],
    );
    await this.query(
      `INSERT INTO compute_queue_node (queue_id, node_id, cpus)
       SELECT id, $2, $3 FROM compute_queue WHERE queue_name = $1`,
      [queueName, nodeId, cpus],
    );
  }

  /** An agent that has said hello, so that its node takes jobs. */
  async connect(
    node: SpecNode = this.node,
    hello: Partial<AgentHello> = {},
    runReply: FakeAgent['runReply'] = { isAccepted: true },
  ): Promise<FakeAgent> {
    const agent = await FakeAgent.connect(this.server.baseUrl, node.credentials);
    this.agents.push(agent);
    agent.runReply = runReply;
    await agent.hello(hello);
    agent.keepReporting();
    return agent;
  }

  async closeAgents(): Promise<void> {
    const agents = this.agents.splice(0);
    await Promise.all(agents.map((agent) => agent.stopReporting()));
    agents.forEach((agent) => agent.close());
  }

  async submit(
    more: Partial<EndpointInput<typeof calls.run>> = {},
    as = this.token,
  ): Promise<string> {
    const input = { jobName: 'job', queueName: 'local', scriptContent: 'echo hi', ...more };
    const answer = await call(this.server.baseUrl, calls.run, input, { token: as });
    if (answer.code !== 200) {
      throw new Error(`The job was refused: ${answer.message}`);
    }
    return answer.result.jobId;
  }

  /** What the worker does for a signal; resolves when the jobs have been handed over. */
  async dispatch(backend = 'agent'): Promise<void> {
    await this.plan(backend);
    await this.settled();
  }

  /** Resolves when no command to a node is on its way. */
  settled(): Promise<void> {
    return this.server.app.get(CommandLines).settled();
  }

  /** Plans without waiting until the jobs have been handed over. */
  plan(backend = 'agent'): Promise<void> {
    return this.server.app.get(SchedulerService).dispatch({ backend });
  }

  /** What the worker does every few seconds. */
  async reconcile(): Promise<void> {
    await this.server.app.get(JobDispatcher).reconcile();
    await this.settled();
  }

  job(jobId: string): Promise<ScriptJobEntity> {
    return this.server.dataSource.getRepository(ScriptJobEntity).findOneByOrFail({ id: jobId });
  }

  /** The job's current attempt, as an agent names it. */
  async ref(jobId: string): Promise<{ jobId: string; attempt: number }> {
    return { jobId, attempt: (await this.job(jobId)).attempt };
  }

  /** Lets an agent say that the job's script runs. */
  async begin(agent: FakeAgent, jobId: string): Promise<void> {
    const event = { ...(await this.ref(jobId)), startedAt: Date.now() };
    await agent.say('jobs.started', event);
  }

  /** Lets an agent say that the job's script ended. */
  async end(agent: FakeAgent, jobId: string, more: Partial<RunEnded> = {}): Promise<void> {
    await agent.say('jobs.ended', {
      ...(await this.ref(jobId)),
      reason: 'exited',
      exitCode: 0,
      outputBytes: 0,
      endedAt: Date.now(),
      ...more,
    });
  }

  /** Submits, plans and begins a job. */
  async run(
    agent: FakeAgent,
    more: Partial<EndpointInput<typeof calls.run>> = {},
  ): Promise<string> {
    const jobId = await this.submit(more);
    await this.dispatch();
    await this.begin(agent, jobId);
    return jobId;
  }

  /** Why the job waits or ended, as its owner reads it. */
  async reason(jobId: string): Promise<string> {
    const answer = await call(this.server.baseUrl, calls.detail, { jobId }, { token: this.token });
    return answer.result.waiting?.text ?? answer.result.reason;
  }

  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.server.dataSource.query<Row[]>(sql, parameters);
  }
}

/** As if another process planned whenever this one could. */
export function leavePlansToWorkers(server: TestServer): void {
  server.app.get(DispatchRequests).serve(() => Promise.resolve(false));
}

/** Trades an enrolment token for a node's own secret. */
async function enrol(server: TestServer, enrolToken: string): Promise<SpecNode> {
  const credentials = await FakeAgent.enrol(server.baseUrl, enrolToken);
  const agent = await FakeAgent.connect(server.baseUrl, credentials);
  await waitFor('the token is spent', async () => {
    const rows = await server.dataSource.query<unknown[]>(
      'SELECT 1 FROM node WHERE id = $1 AND enrol_token_hash IS NULL',
      [credentials.nodeId],
    );
    return rows.length > 0;
  });
  agent.close();
  return { nodeId: credentials.nodeId, credentials };
}
