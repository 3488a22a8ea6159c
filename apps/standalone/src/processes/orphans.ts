import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  endProcess,
  identify,
  isRunning,
  waitUntilGone,
  type ProcessIdentity,
} from '@clusterdesk/host';
import type { SupervisedProcess } from './supervised-process.js';

type Note = ProcessIdentity & { name: string };

/** Notes who runs, so that the start after a killed launcher can end what is still there. */
export class ChildrenNote {
  private readonly file: string;

  constructor(
    folder: string,
    /** Children end by themselves when their launcher is gone; after this long by force. */
    private readonly waitMs = 3_000,
  ) {
    this.file = join(folder, 'children.json');
  }

  write(children: readonly Pick<SupervisedProcess, 'name' | 'pid'>[]): void {
    const notes = children.flatMap(({ name, pid }): Note[] => {
      const identity = pid === null ? null : identify(pid);
      return identity ? [{ name, ...identity }] : [];
    });
    writeFileSync(this.file, JSON.stringify(notes));
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }

  /** Waits for the children of a killed launcher, and ends those that stay. */
  async endOrphans(): Promise<void> {
    // PostgreSQL is ended by the embedded database itself, which knows it by its data folder.
    const orphans = this.read().filter((note) => note.name !== 'database' && isRunning(note));
    await Promise.all(
      orphans.map(async (note) => {
        await waitUntilGone(note.pid, this.waitMs);
        const send = (signal: NodeJS.Signals): boolean =>
          isRunning(note) && process.kill(note.pid, signal);
        await endProcess(note.pid, { SIGTERM: 2000, SIGKILL: 1000 }, send);
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
