import {
  endpoints,
  type AgentHello,
  type EndpointInput,
  type RunScript,
} from '@clusterdesk/contracts';
import { waitFor } from '../wait-for.js';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';
import type { FakeAgent } from '../wire/fake-agent.js';
import { SpecJobs } from './jobs-fixture.js';
import { projectPages, SpecProjects } from './projects-fixture.js';

const { jobs: calls } = endpoints;

/** What a host says that can hold jobs to parts of projects. */
export const holdsProjects: Partial<AgentHello> = {
  projectFiles: true,
  networks: ['none', 'outside'],
};

type Submission = EndpointInput<typeof calls.run>;

/** Jobs in projects, on a host whose agent only speaks the protocol. */
export class SpecProjectJobs {
  private constructor(
    readonly jobs: SpecJobs,
    readonly projects: SpecProjects,
    private readonly pages: readonly string[],
  ) {}

  static async start(): Promise<SpecProjectJobs> {
    const jobs = await SpecJobs.start();
    const [menu] = await jobs.query<{ url: string }>(
      `SELECT menu_url AS url FROM menu WHERE id = 'desktopDot.jobs'`,
    );
    return new SpecProjectJobs(jobs, new SpecProjects(jobs.server), [
      ...projectPages,
      menu?.url ?? '',
    ]);
  }

  get platform(): SpecPlatform {
    return this.jobs.server;
  }

  /** Somebody with the pages of projects and jobs. */
  addUser(name: string): Promise<SpecUser> {
    return this.platform.addUser(name, this.pages);
  }

  /** An agent that has said that it can hold jobs to parts of projects. */
  connect(hello: Partial<AgentHello> = holdsProjects): Promise<FakeAgent> {
    return this.jobs.connect(this.jobs.node, hello);
  }

  /** Submits a job in a project; the code of the answer, and of a refusal the stable one. */
  async try(
    user: SpecUser,
    projectId: string,
    more: Partial<Submission> = {},
  ): Promise<{ code: number; error: string | null; jobId: string }> {
    const job = {
      ...{ jobName: 'job', queueName: 'local', scriptContent: 'echo hi' },
      ...{ space: 'project' as const, spaceId: projectId },
      ...more,
    };
    const answer = await this.platform.call(user, calls.runMany, { jobs: [job] });
    const [one] = answer.code === 200 ? answer.result : [];
    return { code: answer.code, error: one?.error ?? null, jobId: one?.jobId ?? '' };
  }

  /** Submits a job that is taken, and plans. */
  async submit(user: SpecUser, projectId: string, more: Partial<Submission> = {}): Promise<string> {
    const { jobId, error } = await this.try(user, projectId, more);
    if (!jobId) {
      throw new Error(`The job was refused: ${error}`);
    }
    await this.jobs.dispatch();
    return jobId;
  }

  /** The order that the agent got for a job. */
  async orderOf(agent: FakeAgent, jobId: string): Promise<RunScript> {
    await waitFor('the job is sent', () =>
      Promise.resolve(agent.commands.some((command) => command.jobId === jobId)),
    );
    return agent.commands.findLast((command) => command.jobId === jobId)!;
  }

  /** What an order shows of the project, as paths in it; `+`: it may be written. */
  shownBy({ projectEntries = [], env }: RunScript): string[] {
    const root = env['CLUSTERDESK_PROJECT_DIR'] ?? '';
    return projectEntries
      .map(({ path, isWritable }) => `${path.slice(root.length) || '/'}${isWritable ? ' +' : ''}`)
      .sort();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }
}
