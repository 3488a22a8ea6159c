import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, readProcess, waitUntilGone } from '@clusterdesk/host';
import type { SupervisedProcess } from './supervised-process.js';

interface Note {
  name: string;
  pid: number;
  startTicks: number | null;
}

/** Notes who runs, so that the start after a killed launcher can end what is still there. */
export class ChildrenNote {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'children.json');
  }

  write(children: readonly SupervisedProcess[]): void {
    const notes = children.flatMap(({ name, pid }): Note[] =>
      pid ? [{ name, pid, startTicks: readProcess(pid)?.startTicks ?? null }] : [],
    );
    writeFileSync(this.file, JSON.stringify(notes));
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }

  /** Waits for the children of a killed launcher, who end by themselves, and ends those that do not. */
  async endOrphans(): Promise<void> {
    // PostgreSQL is ended by the embedded database itself, which knows it by its data folder.
    const orphans = this.read().filter(({ name }) => name !== 'database');
    await Promise.all(
      orphans.map(async ({ pid, startTicks }) => {
        for (const [signal, waitMs] of [
          [null, 3000],
          ['SIGTERM', 2000],
          ['SIGKILL', 1000],
        ] as const) {
          if (!isAlive(pid) || readProcess(pid)?.startTicks !== startTicks) {
            return;
          }
          if (signal) {
            process.kill(pid, signal);
          }
          await waitUntilGone(pid, waitMs);
        }
      }),
    );
  }

  private read(): Note[] {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as Note[];
    } catch {
      return [];
    }
  }
}
