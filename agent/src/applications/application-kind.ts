import { limits, type RunApplication, runApplicationSchema } from '@clusterdesk/contracts';
import { z } from 'zod';
import { RunKind } from '../runs/run-kind.js';
import type { RunPolicy, RunRef } from '../runs/run-policy.js';
import { RunRefusedError } from '../runs/run-refused-error.js';
import { RunFolder } from '../runs/spool/run-folder.js';
import { defaultTimings, type Timings } from '../timings.js';
import { launchScript, scriptMarker } from './script-launcher.js';

const specSchema = runApplicationSchema.omit({ script: true }).extend({
  /** When it was accepted, milliseconds since the epoch. */
  acceptedAt: z.number(),
});
/** A run as it was accepted, but for its script, which is a file of its own. */
export type ApplicationSpec = z.infer<typeof specSchema>;

/** What the host lets its agent do with applications. */
export interface ApplicationHost {
  /** AGENT_ALLOW has `applications`. */
  isAllowed: boolean;
  isRoot: boolean;
  /** How long a script may run; the protocol's limit but in specs. */
  runMs?: number;
}

/** Scripts of applications: as root and unconfined, one at a time. */
export class ApplicationKind extends RunKind<RunApplication, ApplicationSpec> {
  readonly name = 'application';
  readonly spoolName = 'applications';
  override readonly rememberedEnds = 200;

  constructor(
    private readonly host: ApplicationHost,
    private readonly timings: Timings = defaultTimings,
  ) {
    super();
  }

  refOf({ runId }: RunApplication): RunRef {
    return { id: runId, attempt: 0 };
  }

  folder(runsDir: string, runId: string): RunFolder<ApplicationSpec> {
    return new RunFolder(runsDir, runId, specSchema, limits.applicationOutputBytes);
  }

  async check(): Promise<void> {
    await Promise.resolve(this.refuseHost());
  }

  accept({ script, ...command }: RunApplication): { spec: ApplicationSpec; script: string } {
    if (this.going().length > 0) {
      const sentence = 'the script of another run is at work here.';
      throw new RunRefusedError('AGENT_APPLICATION_BUSY', sentence);
    }
    return { spec: { ...command, acceptedAt: Date.now() }, script };
  }

  policyOf(folder: RunFolder<ApplicationSpec>, spec: ApplicationSpec): RunPolicy {
    const timeoutMs = this.host.runMs ?? limits.applicationRunMs;
    return {
      ...{ attempt: 0, timeoutMs, group: null, sparedDepth: 0 },
      title: describe(spec),
      marker: scriptMarker(folder.path),
      stopMs: this.timings.scriptStopMs,
      writerMs: this.timings.scriptWriterMs,
      // It may have started a service.
      leftovers: 'stay',
      hasBegun: () => true,
      prepare: async () => {
        await Promise.resolve(this.refuseHost());
        if (Date.now() - spec.acceptedAt > timeoutMs) {
          const sentence = 'its time was over before the script began.';
          throw new RunRefusedError('AGENT_APPLICATION_LATE', sentence);
        }
        return (onGone) => launchScript(folder, onGone);
      },
      settle: () => Promise.resolve(),
    };
  }

  /** The settings may be others than when a run was accepted. @throws RunRefusedError */
  private refuseHost(): void {
    if (!this.host.isAllowed) {
      const sentence = 'AGENT_ALLOW of this host leaves applications out.';
      throw new RunRefusedError('AGENT_APPLICATIONS_NOT_ALLOWED', sentence);
    }
    if (!this.host.isRoot) {
      throw new RunRefusedError('AGENT_NOT_ROOT', 'the agent does not run as root.');
    }
  }
}

/** A run as a log line of the host names it. */
export function describe({ runId, action, name, version }: Omit<RunApplication, 'script'>): string {
  return `application run ${runId} (${action} ${name} ${version})`;
}
