import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MetricReport } from '@clusterdesk/contracts';
import type { RareWords } from '../metrics/rare-words.js';
import { systemPath } from '../runs/processes/launcher.js';

/** What was installed by hand shows within this time. */
const lookMs = 60_000;

/** Looks which programs of applications are on this host, however they came there. It looks for files, and runs none. */
export class ProgramFinder implements RareWords {
  private names: readonly string[] = [];
  private found: Record<string, boolean> = {};
  private told: Record<string, boolean> | null = null;
  private dueAt = -Infinity;
  private isLooking = false;

  constructor(private readonly folders: readonly string[] = systemPath.split(':')) {}

  /** What the server wants to know of from now on. */
  lookFor(names: readonly string[]): void {
    this.names = names;
    this.dueAt = -Infinity;
  }

  async takeWhenDue(): Promise<void> {
    if (this.isLooking || performance.now() < this.dueAt) {
      return;
    }
    this.isLooking = true;
    this.dueAt = performance.now() + lookMs;
    const found: [string, boolean][] = [];
    for (const name of this.names) {
      found.push([name, await this.isThere(name)]);
    }
    this.found = Object.fromEntries(found);
    this.isLooking = false;
  }

  untold(): { words: Partial<MetricReport>; noteTold: () => void } | null {
    const { found, told } = this;
    const names = Object.keys(found);
    const isKnown =
      told === null
        ? names.length === 0
        : names.length === Object.keys(told).length &&
          names.every((name) => told[name] === found[name]);
    if (isKnown) {
      return null;
    }
    return { words: { programs: found }, noteTold: () => (this.told = found) };
  }

  tellAgain(): void {
    this.told = null;
  }

  private async isThere(name: string): Promise<boolean> {
    for (const folder of this.folders) {
      const file = join(folder, name);
      const isProgram = await access(file, constants.X_OK)
        .then(() => stat(file))
        .then(
          (entry) => entry.isFile(),
          () => false,
        );
      if (isProgram) {
        return true;
      }
    }
    return false;
  }
}
