import {
  type AgentHello,
  agentJobsMax,
  type RunApplication,
  type RunScript,
} from '@clusterdesk/contracts';
import { ApplicationKind } from './applications/application-kind.js';
import { ProgramFinder } from './applications/program-finder.js';
import { closeSessionsCommand } from './commands/close-sessions.js';
import type { Commands } from './commands/command.js';
import { enrolledCommand } from './commands/enrolled.js';
import { listenForCommands } from './commands/listen.js';
import { runApplicationCommand, runScriptCommand } from './commands/run.js';
import { stopScriptCommand } from './commands/stop-script.js';
import type { Config } from './config.js';
import { Connection } from './connection.js';
import { CredentialStore } from './enrolment/credentials.js';
import { ServerFollower, whyNotFollow } from './follow/server-follower.js';
import { hostFacts } from './host/host-facts.js';
import { inspectHost } from './host-inspection.js';
import type { JobHost } from './jobs/job-host.js';
import { givenNetworks } from './jobs/network/probe-networks.js';
import { JobKind } from './jobs/job-kind.js';
import { Runner } from './runs/runner.js';
import type { RunKind } from './runs/run-kind.js';
import { DiskHealthReader } from './metrics/devices/disk-health.js';
import { DiskHealthLog } from './metrics/devices/disk-health-log.js';
import { FigureLog } from './metrics/figure-log.js';
import { FigureSampler } from './metrics/figures.js';
import { ProcessReader } from './metrics/processes.js';
import { Reach } from './metrics/reach.js';
import { MetricReporter } from './metrics/reporter.js';
import { Sampler } from './metrics/sampler.js';
import { ServerClock } from './transport/server-clock.js';
import { SessionCloser } from './sessions/session-closer.js';
import { SessionFinder } from './sessions/session-finder.js';
import { noSessions, SessionReporter } from './sessions/session-reporter.js';
import { SignInSocket } from './sign-in/sign-in-socket.js';
import { removeTokenFile } from './enrolment/token-file.js';
import type { Timings } from './timings.js';
import { Backoff } from './transport/backoff.js';
import { agentVersion } from './version.js';

/** The agent: one connection, the host's load over it, and the host's jobs. */
export class Agent {
  private readonly connection: Connection;
  private readonly reporter: MetricReporter;
  private readonly jobs: Runner<RunScript, unknown>;
  private readonly sessions: SessionReporter;
  private readonly applications: Runner<RunApplication, unknown>;
  private readonly signIn: SignInSocket | null;
  private readonly follower: ServerFollower;
  private readonly programs: ProgramFinder | null;

  private constructor(
    private readonly config: Config,
    private readonly host: JobHost,
    store: CredentialStore,
    private readonly timings: Timings,
    private readonly onReplaced: () => void,
  ) {
    this.follower = new ServerFollower({
      server: config.server,
      authorities: config.authorities,
      version: agentVersion,
      whyNot: whyNotFollow(config.allow, process.env, process.argv[1]),
      program: process.argv[1] ?? '',
    });
    const isTokenNew = config.tokenFile !== undefined;
    const backoff = timings.retry ? new Backoff(timings.retry) : Backoff.to(config.server);
    const reach = new Reach();
    this.connection = new Connection({ ...config, isTokenNew, backoff }, store, {
      onConnected: () => this.greet(),
      onLost: (wasReady) => {
        if (wasReady) {
          reach.noteCut();
        }
        this.runners().forEach((runner) => runner.detachAll());
      },
    });
    const sampler = config.allow.includes('metrics') ? new Sampler() : null;
    const clock = new ServerClock();
    const figures = sampler && new FigureLog(new FigureSampler(), clock, reach);
    const processes = sampler && new ProcessReader();
    const disks = sampler && new DiskHealthLog(new DiskHealthReader(), clock);
    this.programs = config.allow.includes('applications') ? new ProgramFinder() : null;
    this.reporter = new MetricReporter(
      sampler,
      this.connection,
      clock,
      figures,
      processes,
      reach,
      [disks, this.programs].filter((words) => words !== null),
    );
    const runner = <Command, Spec>(kind: RunKind<Command, Spec>): Runner<Command, Spec> =>
      new Runner(kind, host.stateDir, this.connection, timings, clock);
    this.jobs = runner(new JobKind(host, timings));
    const finder = config.allow.includes('sessions') ? new SessionFinder() : null;
    this.sessions = new SessionReporter(finder ?? noSessions, this.connection);
    const closer = finder && new SessionCloser(finder, timings);
    const isAllowed = config.allow.includes('applications');
    const isRoot = process.getuid?.() === 0;
    this.applications = runner(new ApplicationKind({ isAllowed, isRoot }, timings));
    const { signInSocket } = config;
    this.signIn =
      signInSocket === undefined ? null : new SignInSocket(signInSocket, this.connection);
    const commands: Commands = {
      'node.enrolled': enrolledCommand((node) => this.connection.completeEnrolment(node)),
      'jobs.run-script': runScriptCommand(this.jobs),
      'jobs.stop-script': stopScriptCommand(this.jobs),
      'sessions.close': closeSessionsCommand(closer, this.sessions),
      'applications.run': runApplicationCommand(this.applications),
    };
    listenForCommands(this.connection, commands);
  }

  static async start(
    config: Config,
    stateDir: string,
    store: CredentialStore,
    timings: Timings,
    /** Called when another agent was put in its place: the process has to end, and leave its jobs. */
    onReplaced: () => void = () => undefined,
  ): Promise<Agent> {
    const host = await inspectHost(config, stateDir);
    const agent = new Agent(config, host, store, timings, onReplaced);
    await agent.signIn?.start();
    agent.runners().forEach((runner) => runner.restore());
    agent.reporter.start();
    if (config.allow.includes('sessions')) {
      agent.sessions.start();
    }
    agent.connection.open();
    return agent;
  }

  /** Ends the agent; its jobs too where the settings say so, unless they are left to the next agent. */
  async stop(isStoppingJobs = this.config.isStoppingJobsOnExit): Promise<void> {
    this.signIn?.stop();
    this.reporter.stop();
    this.sessions.stop();
    if (isStoppingJobs) {
      await this.jobs.stopAll(this.timings.stopJobsMs);
    }
    this.connection.close();
    await Promise.all(this.runners().map((runner) => runner.close()));
  }

  private runners(): Pick<
    Runner<never, unknown>,
    'restore' | 'list' | 'follow' | 'detachAll' | 'close'
  >[] {
    return [this.jobs, this.applications];
  }

  private async greet(): Promise<void> {
    const reply = await this.connection.ask('node.hello', this.hello());
    if (this.config.tokenFile !== undefined) {
      removeTokenFile(this.config.tokenFile);
    }
    this.programs?.lookFor(reply.programs ?? []);
    this.reporter.start(reply.reportMs, reply.now);
    for (const runner of this.runners()) {
      await runner.follow(reply.jobs);
    }
    void this.follower.follow(reply.agent).then((isReplaced) => isReplaced && this.onReplaced());
    // Once the connection counts as made: what is said before waits for nothing.
    setImmediate(() => void this.sessions.reportNow());
  }

  private hello(): AgentHello {
    return {
      ...hostFacts(this.config),
      confinement: this.host.confinement,
      acceptsJobs: this.host.refusal === null,
      protections: this.host.protections,
      jobMemory: (this.host.groups ?? this.host.scopes)?.jobMemory,
      networks: givenNetworks(this.host.networks),
      projectFiles: this.host.showsProjects,
      jobs: this.runners()
        .flatMap((runner) => runner.list())
        .slice(0, agentJobsMax),
    };
  }
}
