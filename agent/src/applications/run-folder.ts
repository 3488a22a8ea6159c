import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { applicationEndReasons, runApplicationSchema } from '@clusterdesk/contracts';
import { writeFileAtomic } from '@clusterdesk/host';
import { z } from 'zod';
import { SpoolFolder } from '../jobs/spool/spool-folder.js';

const specSchema = runApplicationSchema.omit({ script: true }).extend({
  /** When it was accepted, milliseconds since the epoch. */
  acceptedAt: z.number(),
});
/** A run as it was accepted, but for its script, which is a file of its own. */
export type RunSpec = z.infer<typeof specSchema>;

const endSchema = z.object({
  exitCode: z.number().int().nullable(),
  reason: z.enum(applicationEndReasons),
});
/** How a run ended, once and for all. */
export type RunEnd = z.infer<typeof endSchema>;

/** The folder of one run in the spool; README.md says what each file in it means. */
export class RunFolder extends SpoolFolder<RunSpec, RunEnd> {
  constructor(runsDir: string, runId: string) {
    super(runsDir, runId, { spec: specSchema, end: endSchema });
  }

  /** That its time is over, stored before it is carried out. */
  get isTimeUp(): boolean {
    return this.readTimed('timeout') !== null;
  }

  noteTimeUp(): void {
    writeFileAtomic(join(this.path, 'timeout'), '');
  }

  /** Whether the server knows all of it. */
  get isReleased(): boolean {
    return this.readTimed('released') !== null;
  }

  /** The server knows all of it. How it ended stays for a while, so that a command that comes late does not run it again. */
  release(): void {
    writeFileAtomic(join(this.path, 'released'), '');
    for (const name of ['output.log', 'output.pipe', 'script', 'writer', 'usage', 'cut']) {
      rmSync(join(this.path, name), { force: true });
    }
  }

  /** When the server was told all of it; 0: it was not. */
  releasedAt(): number {
    return this.readTimed('released')?.time ?? 0;
  }
}
