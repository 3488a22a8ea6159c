import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  confinements,
  isRefusalCode,
  jobEndCauses,
  jobEndReasons,
  limits,
  type RefusalCode,
  runScriptSchema,
} from '@clusterdesk/contracts';
import { writeFileAtomic } from '@clusterdesk/host';
import { z } from 'zod';
import type { AccountFiles } from '../confinement/files/account-files.js';
import { keptBytes, readEnd } from './output-tail.js';
import { SpoolFolder } from './spool-folder.js';

const specSchema = z.object({
  command: runScriptSchema,
  confinement: z.enum(confinements),
  /** The processors it is kept to, as taskset takes them; null: all. */
  processors: z.array(z.number().int()).nullable(),
});
/** A job as it was accepted. */
export type JobSpec = z.infer<typeof specSchema>;

const stopRequestSchema = z.object({
  reason: z.enum(['stopped', 'timeout', 'lost']),
  at: z.number(),
  /** Whether the script had ended already. */
  isLate: z.boolean(),
});
/** That a job shall end, and since when. `lost`: with its agent. */
export type StopRequest = z.infer<typeof stopRequestSchema>;

const endSchema = z.object({
  reason: z.enum(jobEndReasons),
  exitCode: z.number().int().nullable(),
  outputBytes: z.number().int(),
  /** By the host's clock. */
  endedAt: z.number(),
  /** How long it ran by a clock that nobody sets; absent where that is not known. */
  ranMs: z.number().optional(),
  /** The signal that ended it. */
  signal: z.number().int().optional(),
  /** Processor time of all that it waited for, seconds. */
  cpuSeconds: z.number().optional(),
  /** Most memory held at once, bytes. */
  maxRssBytes: z.number().int().optional(),
  /** Why it ended where its exit code does not say so. */
  cause: z.enum(jobEndCauses).optional(),
  /** Set when the script never ran: why. */
  refusal: z
    .custom<RefusalCode>((code) => typeof code === 'string' && isRefusalCode(code))
    .optional(),
});
/** How a job ended, once and for all. */
export type JobEnd = z.infer<typeof endSchema>;

const jobIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether an identifier is safe as the name of a folder. */
export function isJobId(text: string): boolean {
  return jobIdPattern.test(text);
}

/** The folder of one job in the spool; README.md says what each file in it means. */
export class JobFolder extends SpoolFolder<JobSpec, JobEnd> {
  constructor(jobsDir: string, jobId: string) {
    super(jobsDir, jobId, { spec: specSchema, end: endSchema });
  }

  get resolverPath(): string {
    return join(this.path, 'resolv.conf');
  }

  /** What the launcher reads. Derived from the spec, so written when needed. */
  writeInputs(inputs: {
    script: string;
    environment: string;
    confineScript?: string | undefined;
    filter: Buffer | null;
    accountFiles?: AccountFiles;
    /** How names are resolved in a network of the job's own. */
    resolver?: string | undefined;
  }): void {
    // Readable by all because a job may open its script anew by its descriptor; the folder keeps everybody else out.
    this.write('script', inputs.script, 0o444);
    this.write('environment', inputs.environment, 0o400);
    this.write('filter', inputs.filter ?? '', 0o400);
    if (inputs.resolver !== undefined) {
      this.write('resolv.conf', inputs.resolver, 0o444);
    }
    for (const [name, text] of Object.entries(inputs.accountFiles ?? {})) {
      this.write(name, text, 0o444);
    }
    if (inputs.confineScript !== undefined) {
      this.write('confine.pl', inputs.confineScript, 0o500);
    }
  }

  /** Whether the job's own shell ran: it notes that before anything of the script. */
  hasBegun(): boolean {
    return (statSync(join(this.path, 'begin'), { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  /** Says in the job's own output why it does not run. */
  writeRefusal(sentence: string): void {
    writeFileSync(this.outputPath, `ClusterDesk: ${sentence}\n`, { mode: 0o600 });
  }

  /** Ends the job's output with a line of ours; once, also when an agent that was cut off had written it already. */
  appendNote(sentence: string): void {
    const note = `ClusterDesk: ${sentence}\n`;
    const end = readEnd(this.outputPath, note.length);
    if (end !== note) {
      const gap = end === '' || end.endsWith('\n') ? '' : '\n';
      appendFileSync(this.outputPath, `${gap}${note}`, { mode: 0o600 });
    }
  }

  /** The processor time of the job, seconds, as the launcher's shell says it; null when it said nothing. */
  readCpuSeconds(): number | null {
    const [, ofChildren = ''] = this.readTimed('usage')?.text.split('\n') ?? [];
    const parts = [...ofChildren.matchAll(/(\d+)m(\d+(?:\.\d+)?)s/g)];
    return parts.length === 2
      ? parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
      : null;
  }

  /** How long the host had been up when the script ended, milliseconds; null when the launcher did not write it. */
  readEndUptimeMs(): number | null {
    const [, , uptime = ''] = this.readTimed('usage')?.text.split('\n') ?? [];
    return /^\d+\.\d+$/.test(uptime) ? Math.round(Number(uptime) * 1000) : null;
  }

  readStopRequest(): StopRequest | null {
    return this.readJson('stop.json', stopRequestSchema);
  }

  writeStopRequest(request: StopRequest): void {
    writeFileAtomic(join(this.path, 'stop.json'), JSON.stringify(request));
  }

  outputBytes(): number {
    return keptBytes(this.outputSize());
  }

  /** Whether the disk took less of the output than is kept of any. */
  get isOutputTorn(): boolean {
    const isCut = existsSync(join(this.path, 'cut'));
    return isCut && this.outputSize() <= limits.jobOutputMaxBytes;
  }

  private outputSize(): number {
    return statSync(this.outputPath, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Puts all output on the disk, before the end of a job is recorded. */
  syncOutput(): void {
    try {
      const file = openSync(this.outputPath, 'r');
      fsyncSync(file);
      closeSync(file);
    } catch {
      // A job that never started has none.
    }
  }

  /** In one step: the launcher of an agent that was killed a moment ago may be about to read it. */
  private write(name: string, text: string | Buffer, mode: number): void {
    const path = join(this.path, name);
    rmSync(`${path}.new`, { force: true });
    writeFileSync(`${path}.new`, text, { mode });
    renameSync(`${path}.new`, path);
  }
}
