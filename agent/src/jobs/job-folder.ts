import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { confinements, limits, runScriptSchema } from '@clusterdesk/contracts';
import { z } from 'zod';
import { RunFolder } from '../runs/spool/run-folder.js';
import type { AccountFiles } from './confinement/files/account-files.js';

const specSchema = z.object({
  command: runScriptSchema,
  confinement: z.enum(confinements),
  /** The processors it is kept to, as taskset takes them; null: all. */
  processors: z.array(z.number().int()).nullable(),
});
/** A job as it was accepted. */
export type JobSpec = z.infer<typeof specSchema>;

const jobIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether an identifier is safe as the name of a folder. */
export function isJobId(text: string): boolean {
  return jobIdPattern.test(text);
}

/** The folder of one job in the spool, with what its confinement needs. */
export class JobFolder extends RunFolder<JobSpec> {
  constructor(jobsDir: string, jobId: string) {
    super(jobsDir, jobId, specSchema, limits.jobOutputMaxBytes);
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

  /** In one step: the launcher of an agent that was killed a moment ago may be about to read it. */
  private write(name: string, text: string | Buffer, mode: number): void {
    const path = join(this.path, name);
    rmSync(`${path}.new`, { force: true });
    writeFileSync(`${path}.new`, text, { mode });
    renameSync(`${path}.new`, path);
  }
}
