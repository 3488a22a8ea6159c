import { join } from 'node:path';
import { limits, type RunApplication } from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import type { ServerConnection } from '../server-connection.js';
import { defaultTimings, type Timings } from '../timings.js';
import { ApplicationRefusedError } from './application-refused-error.js';
import { ApplicationRun } from './application-run.js';
import { openSpool } from '../jobs/spool/spool-folder.js';
import { RunFolder, type RunSpec } from './run-folder.js';

/** Ends of runs that are remembered after the server has heard of them. */
const rememberedRuns = 200;

/** What the host lets its agent do with applications. */
export interface ApplicationHost {
  /** AGENT_ALLOW has `applications`. */
  isAllowed: boolean;
  isRoot: boolean;
  stateDir: string;
  /** How long a script may run; the protocol's limit but in specs. */
  runMs?: number;
}

/** The scripts of applications on this host, one at a time. */
export class ApplicationRunner {
  private readonly runs = new Map<string, ApplicationRun>();

  constructor(
    private readonly host: ApplicationHost,
    private readonly server: ServerConnection,
    private readonly timings: Timings = defaultTimings,
  ) {}

  private get runsDir(): string {
    return join(this.host.stateDir, 'applications');
  }

  /** Takes up again whatever the agent before this one left in the spool. */
  restore(): void {
    for (const { folder, spec } of openSpool(this.runsDir, RunFolder)) {
      this.supervise(folder, spec);
    }
    this.forgetOld();
  }

  /** Accepts a run durably and starts it; one that is known is accepted again and not started anew. Throws ApplicationRefusedError. */
  run(command: RunApplication): void {
    if (!this.host.isAllowed) {
      throw new ApplicationRefusedError(
        'AGENT_APPLICATIONS_NOT_ALLOWED',
        'AGENT_ALLOW of this host leaves applications out.',
      );
    }
    if (!this.host.isRoot) {
      throw new ApplicationRefusedError('AGENT_NOT_ROOT', 'the agent does not run as root.');
    }
    const known = this.runs.get(command.runId);
    if (known !== undefined) {
      known.tellAgain();
      return;
    }
    if ([...this.runs.values()].some((run) => !run.isEnded)) {
      throw new ApplicationRefusedError(
        'AGENT_APPLICATION_BUSY',
        'the script of another run is at work here.',
      );
    }
    const { script, ...rest } = command;
    const spec: RunSpec = { ...rest, acceptedAt: Date.now() };
    const folder = new RunFolder(this.runsDir, command.runId);
    try {
      folder.create(spec, script);
    } catch (error) {
      throw new ApplicationRefusedError(
        'AGENT_APPLICATION_NOT_STORED',
        `the run cannot be stored: ${messageOf(error)}.`,
      );
    }
    log(`${describe(command)} accepted`);
    this.supervise(folder, spec);
  }

  private supervise(folder: RunFolder, spec: RunSpec): void {
    const run = new ApplicationRun(
      spec,
      folder,
      this.server,
      {
        runMs: this.host.runMs ?? limits.applicationRunMs,
        mayStart: this.host.isAllowed && this.host.isRoot,
      },
      () => this.forgetOld(),
      this.timings,
    );
    this.runs.set(spec.runId, run);
    void run.supervise();
  }

  private forgetOld(): void {
    const released = [...this.runs.keys()]
      .map((runId) => new RunFolder(this.runsDir, runId))
      .map((folder) => ({ folder, at: folder.releasedAt() }))
      .filter(({ at }) => at > 0)
      .sort((a, b) => b.at - a.at);
    for (const { folder } of released.slice(rememberedRuns)) {
      this.runs.delete(folder.id);
      folder.remove();
    }
  }
}

/** A command as a log line of the host names it. */
export function describe({ runId, action, name, version }: RunApplication): string {
  return `application run ${runId} (${action} ${name} ${version})`;
}
