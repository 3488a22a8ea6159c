import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launcherUpgradeSchema } from '@clusterdesk/contracts/release';
import { writeFileAtomic } from '@clusterdesk/host';
import { z } from 'zod';

const journalSchema = z.object({
  upgrade: launcherUpgradeSchema,
  /**
   * What a start after a killed launcher finds. `staged`: the programs of the new version lie there, nothing else has changed.
   * `saved`: the new version may have worked on the database, of which a whole copy lies aside. Null: the upgrade is over.
   */
  step: z.enum(['staged', 'saved']).nullable(),
});
export type JournalEntry = z.infer<typeof journalSchema>;

/** What a start has to do before anything runs. */
export type Recovery = 'nothing' | 'discard copy' | 'put copy back' | 'finish';

/**
 * @param active the version that starts take, which was set if the new version had been found healthy
 * @returns what is to be done with what an upgrade left when it was cut off
 */
export function decideRecovery(entry: JournalEntry | null, active: string | null): Recovery {
  if (!entry?.step) {
    return 'nothing';
  }
  if (entry.step === 'staged') {
    return 'discard copy';
  }
  return active !== null && active === entry.upgrade.to ? 'finish' : 'put copy back';
}

/** The upgrade under way or the last one, kept over any end of the launcher. */
export class UpgradeJournal {
  private readonly file: string;

  constructor(launcherFolder: string) {
    this.file = join(launcherFolder, 'upgrade.json');
  }

  /** Null: there was none. */
  read(): JournalEntry | null {
    try {
      return journalSchema.parse(JSON.parse(readFileSync(this.file, 'utf8')));
    } catch {
      return null;
    }
  }

  write(entry: JournalEntry): void {
    writeFileAtomic(this.file, JSON.stringify(entry));
  }
}
