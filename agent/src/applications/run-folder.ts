import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationEndReasons, runApplicationSchema } from '@clusterdesk/contracts';
import { parseStat, type ProcessIdentity, syncFolder, writeFileAtomic } from '@clusterdesk/host';
import { z } from 'zod';

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
export class RunFolder {
  readonly path: string;

  constructor(
    private readonly runsDir: string,
    readonly runId: string,
  ) {
    this.path = join(runsDir, runId);
  }

  get outputPath(): string {
    return join(this.path, 'output.log');
  }

  /** Returns when the run can be accepted: a crash cannot lose it any more. */
  create(spec: RunSpec, script: string): void {
    this.remove();
    mkdirSync(this.path, { mode: 0o700 });
    writeFileAtomic(join(this.path, 'script'), script);
    writeFileAtomic(join(this.path, 'spec.json'), JSON.stringify(spec));
    syncFolder(this.runsDir);
  }

  readSpec(): RunSpec | null {
    return this.readJson('spec.json', specSchema);
  }

  /** The launcher, once it has noted itself. */
  readLauncher(): ProcessIdentity | null {
    return this.readIdentity('started');
  }

  /** The process that takes the script's output; null before it has noted itself. */
  readWriter(): ProcessIdentity | null {
    return this.readIdentity('writer');
  }

  /** Bars every launcher from starting; false when one has started already. */
  barLauncher(): boolean {
    try {
      writeFileSync(join(this.path, 'started'), 'never\n', { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  /** The exit code that the launcher wrote; null when there is none yet. */
  readExitCode(): number | null {
    const text = this.read('exit') ?? '';
    return /^\d{1,3}\n/.test(text) ? Number.parseInt(text, 10) : null;
  }

  /** That its time is over, stored before it is carried out. */
  get isTimeUp(): boolean {
    return this.read('timeout') !== null;
  }

  noteTimeUp(): void {
    writeFileAtomic(join(this.path, 'timeout'), '');
  }

  readEnd(): RunEnd | null {
    return this.readJson('end.json', endSchema);
  }

  writeEnd(end: RunEnd): void {
    writeFileAtomic(join(this.path, 'end.json'), JSON.stringify(end));
  }

  /** Whether the server knows all of it. */
  get isReleased(): boolean {
    return this.read('released') !== null;
  }

  /** The server knows all of it. How it ended stays for a while, so that a command that comes late does not run it again. */
  release(): void {
    writeFileAtomic(join(this.path, 'released'), '');
    for (const name of ['output.log', 'output.pipe', 'script', 'writer']) {
      rmSync(join(this.path, name), { force: true });
    }
  }

  /** When the server was told all of it; 0: it was not. */
  releasedAt(): number {
    return statSync(join(this.path, 'released'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  private readIdentity(name: string): ProcessIdentity | null {
    const [bootId = '', line = ''] = this.read(name)?.split('\n') ?? [];
    const stat = parseStat(line);
    return stat && { bootId, pid: stat.pid, startTicks: stat.startTicks };
  }

  private read(name: string): string | null {
    try {
      return readFileSync(join(this.path, name), 'latin1');
    } catch {
      return null;
    }
  }

  private readJson<T>(name: string, schema: z.ZodType<T>): T | null {
    try {
      return schema.parse(JSON.parse(readFileSync(join(this.path, name), 'utf8')));
    } catch {
      return null; // Not written yet, or torn by a power cut before it counted.
    }
  }
}

/** Every run that was accepted; folders that never came to be accepted are cleared away. */
export function openRuns(runsDir: string): { folder: RunFolder; spec: RunSpec }[] {
  mkdirSync(runsDir, { recursive: true, mode: 0o700 });
  return readdirSync(runsDir).flatMap((runId) => {
    const folder = new RunFolder(runsDir, runId);
    const spec = folder.readSpec();
    if (spec === null) {
      folder.remove();
      return [];
    }
    return [{ folder, spec }];
  });
}
