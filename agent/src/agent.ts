import { availableParallelism, arch, hostname, platform, release, totalmem } from 'node:os';
import {
  type AgentHello,
  type RunScript,
  runScriptSchema,
  stopScriptSchema,
} from '@clusterdesk/contracts';
import type { Config } from './config.js';
import { Connection } from './connection.js';
import { CredentialStore } from './credentials.js';
import { type Confinement, hasTaskset, probeConfinement } from './jobs/confinement.js';
import { JobRefused } from './jobs/job-refused.js';
import { allowedProcessors } from './jobs/processors.js';
import { type JobHost, JobRunner } from './jobs/runner.js';
import { log, messageOf } from './log.js';
import { MetricReporter } from './metrics/reporter.js';
import { Sampler } from './metrics/sampler.js';
import { agentVersion } from './version.js';

const STOP_JOBS_MS = 4_000;

function refusalOf(config: Config, confinement: Confinement | null): JobRefused | null {
  if (!config.allow.includes('jobs')) {
    return new JobRefused('AGENT_JOBS_NOT_ALLOWED', 'AGENT_ALLOW of this host leaves jobs out.');
  }
  if (confinement === null) {
    return new JobRefused('AGENT_JOBS_UNCONFINED', 'jobs cannot be run as another account here.');
  }
  if (confinement === 'none' && !config.isUnconfinedAllowed) {
    const cure = 'install bubblewrap, run the agent as root, or set AGENT_ALLOW_UNCONFINED=true.';
    return new JobRefused('AGENT_JOBS_UNCONFINED', `jobs cannot be confined here: ${cure}`);
  }
  return null;
}

/** Finds out what this host can do with jobs, and says so in one line. */
async function inspectHost(config: Config, stateDir: string): Promise<JobHost> {
  const isMapped = config.runAs === 'mapped';
  // Any account but root shows whether a recipe works; users of mapped jobs are known only later.
  const nobody = { name: 'nobody', uid: 65534, gid: 65534, hasOwnGroups: false };
  const probed = config.allow.includes('jobs')
    ? await probeConfinement(isMapped ? nobody : config.serviceAccount, stateDir)
    : null;
  const refusal = refusalOf(config, probed);
  const confinement = probed ?? 'none';
  if (refusal !== null) {
    log(`takes no jobs: ${refusal.message}`);
  } else {
    log(
      confinement === 'none'
        ? 'takes jobs WITHOUT confinement, as AGENT_ALLOW_UNCONFINED=true allows'
        : `takes jobs, each confined with ${confinement}`,
    );
  }
  return {
    stateDir,
    refusal,
    confinement,
    account: isMapped ? 'mapped' : config.serviceAccount,
    processors: refusal === null && hasTaskset() ? allowedProcessors() : null,
  };
}

/** The agent: one connection, the host's load over it, and the host's jobs. */
export class Agent {
  private readonly connection: Connection;
  private readonly reporter: MetricReporter;
  private readonly runner: JobRunner;

  private constructor(
    private readonly config: Config,
    private readonly host: JobHost,
    store: CredentialStore,
  ) {
    this.connection = new Connection(config.server, config.token, store, {
      onConnected: () => this.greet(),
      onLost: () => this.runner.detachAll(),
    });
    this.reporter = new MetricReporter(new Sampler(), this.connection);
    this.runner = new JobRunner(host, this.connection);
    this.listen();
  }

  static async start(config: Config, stateDir: string, store: CredentialStore): Promise<Agent> {
    const agent = new Agent(config, await inspectHost(config, stateDir), store);
    agent.runner.restore();
    if (config.allow.includes('metrics')) {
      agent.reporter.start();
    }
    agent.connection.open();
    return agent;
  }

  /** Ends the agent; its jobs too where the settings say so. */
  async stop(): Promise<void> {
    this.reporter.stop();
    if (this.config.isStoppingJobsOnExit) {
      await this.runner.stopAll(STOP_JOBS_MS);
    }
    this.connection.close();
  }

  private listen(): void {
    this.connection.socket.on('jobs.run-script', (command, answer) => {
      this.run(command).then(
        () => answer({ isAccepted: true }),
        (error: unknown) => answer({ isAccepted: false, reason: messageOf(error) }),
      );
    });
    this.connection.socket.on('jobs.stop-script', (command, answer) => {
      const parsed = stopScriptSchema.safeParse(command);
      answer({ isKnown: parsed.success && this.runner.stop(parsed.data) });
    });
  }

  private async run(command: RunScript): Promise<void> {
    const parsed = runScriptSchema.safeParse(command);
    if (!parsed.success) {
      throw new JobRefused('AGENT_JOB_INVALID', 'the command does not follow the agent protocol.');
    }
    await this.runner.run(parsed.data);
  }

  private async greet(): Promise<void> {
    const reply = await this.connection.ask('node.hello', this.hello());
    if (this.config.allow.includes('metrics')) {
      this.reporter.start(reply.reportMs);
    }
    await this.runner.follow(reply.jobs);
  }

  private hello(): AgentHello {
    return {
      hostname: this.config.hostname ?? hostname(),
      agentVersion,
      platform: `${platform()} ${arch()} ${release()}`.slice(0, 64),
      cpus: availableParallelism(),
      memoryBytes: totalmem(),
      allow: this.config.allow,
      confinement: this.host.confinement,
      acceptsJobs: this.host.refusal === null,
      jobs: this.runner.list(),
    };
  }
}
