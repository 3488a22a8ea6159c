import type { RunScript } from '@clusterdesk/contracts';
import { jobMarker, spawnLauncher } from '../runs/processes/launcher.js';
import { RunKind } from '../runs/run-kind.js';
import { freeBytesAt, outputRoom } from '../runs/spool/output-room.js';
import type { RunPolicy, RunRef } from '../runs/run-policy.js';
import { defaultTimings, type Timings } from '../timings.js';
import { groupName, groupOf } from './cgroups/limit-job.js';
import { JobPlanner } from './confinement/job-planner.js';
import { pickProcessors } from './confinement/processors.js';
import { DiskGuard, type GuardedJob, writerOf } from './disk/disk-guard.js';
import { JobFolder, type JobSpec } from './job-folder.js';
import type { JobHost } from './job-host.js';

/** Jobs of users: confined, limited, each as its own account. */
export class JobKind extends RunKind<RunScript, JobSpec> {
  readonly name = 'job';
  readonly spoolName = 'jobs';
  private readonly planner: JobPlanner;
  private readonly disk: DiskGuard;

  constructor(
    private readonly host: JobHost,
    private readonly timings: Timings = defaultTimings,
  ) {
    super();
    this.planner = new JobPlanner(host);
    this.disk = new DiskGuard(() => this.guarded(), timings);
  }

  refOf({ jobId, attempt }: RunScript): RunRef {
    return { id: jobId, attempt };
  }

  folder(jobsDir: string, jobId: string): JobFolder {
    return new JobFolder(jobsDir, jobId);
  }

  async check(command: RunScript): Promise<void> {
    this.host.groups?.expectJob();
    await this.planner.check(command);
  }

  accept(command: RunScript): { spec: JobSpec } {
    const taken = this.going().flatMap(({ spec }) => spec.processors ?? []);
    const allowed = this.host.processors;
    return {
      spec: {
        command,
        confinement: this.host.confinement,
        processors: allowed === null ? null : pickProcessors(allowed, taken, command.cpus),
      },
    };
  }

  policyOf(folder: JobFolder, spec: JobSpec): RunPolicy {
    this.disk.watch();
    const { jobId, attempt, timeoutMs } = spec.command;
    const marker = jobMarker(folder.path, attempt);
    return {
      ...{ attempt, marker, timeoutMs },
      title: `job ${jobId} (attempt ${String(attempt)})`,
      group: groupOf(this.host.groups, spec),
      stopMs: this.timings.jobStopMs,
      writerMs: this.timings.jobWriterMs,
      sparedDepth: 1,
      leftovers: spec.confinement === 'namespaces' ? 'ended' : 'killed',
      hasBegun: () => folder.hasBegun(),
      prepare: async () => {
        const writeInputs = await this.planner.prepare(folder, spec);
        return (onGone) => {
          const room = this.outputRoom(folder);
          const launcher = spawnLauncher(folder.path, marker, writeInputs(), room);
          launcher.once('exit', onGone).once('error', onGone);
        };
      },
      settle: (startedAt) => this.planner.settle(spec, startedAt),
    };
  }

  /** Removes what is left of the groups of jobs that are over. */
  override changed(): void {
    this.host.groups?.sweep(this.groupsInUse());
  }

  override async close(): Promise<void> {
    await this.host.groups?.close(this.groupsInUse());
  }

  private outputRoom({ id, path }: JobFolder): number {
    const others = this.going().filter(({ folder, processes }) => {
      return folder.id !== id && processes.isStarted;
    });
    const written = others.map(({ folder }) => folder.outputBytes());
    return outputRoom(freeBytesAt(path), written);
  }

  private groupsInUse(): ReadonlySet<string> {
    return new Set(this.going().map(({ spec }) => groupName(spec.command)));
  }

  private guarded(): GuardedJob[] {
    return this.going()
      .filter(({ processes }) => processes.isStarted)
      .map(({ spec: { command }, processes }) => ({
        ...writerOf(command),
        pids: () => processes.pids(),
        endForDisk: () => processes.endForDisk(),
      }));
  }
}
