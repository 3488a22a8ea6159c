import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStat, type ProcessIdentity, syncFolder, writeFileAtomic } from '@clusterdesk/host';
import type { z } from 'zod';

/** What the launcher wrote first. `launcher` is null when the file only bars a launcher from starting. */
export interface Started {
  launcher: ProcessIdentity | null;
  startedAt: number;
}

/** The folder of one script in a spool: what every launcher and its agent note there; README.md says what each file means. */
export abstract class SpoolFolder<Spec, End> {
  readonly path: string;

  constructor(
    private readonly spoolDir: string,
    readonly id: string,
    private readonly schemas: { spec: z.ZodType<Spec>; end: z.ZodType<End> },
  ) {
    this.path = join(spoolDir, id);
  }

  get outputPath(): string {
    return join(this.path, 'output.log');
  }

  /**
   * Returns when the script can be accepted: a crash cannot lose it any more.
   * @param script where the spec does not hold it
   */
  create(spec: Spec, script?: string): void {
    this.remove();
    mkdirSync(this.path, { mode: 0o700 });
    if (script !== undefined) {
      writeFileAtomic(join(this.path, 'script'), script);
    }
    writeFileAtomic(join(this.path, 'spec.json'), JSON.stringify(spec));
    syncFolder(this.spoolDir);
  }

  readSpec(): Spec | null {
    return this.readJson('spec.json', this.schemas.spec);
  }

  readStarted(): Started | null {
    const file = this.readTimed('started');
    return file && { launcher: readIdentity(file.text), startedAt: file.time };
  }

  /** The process that takes the output; null before it has noted itself. */
  readWriter(): ProcessIdentity | null {
    const file = this.readTimed('writer');
    return file && readIdentity(file.text);
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

  /** The exit code that the launcher wrote (whole when its line is) and when; null when there is none. */
  readExit(): { code: number; at: number } | null {
    const file = this.readTimed('exit');
    return file && /^\d{1,3}\n/.test(file.text)
      ? { code: Number.parseInt(file.text, 10), at: file.time }
      : null;
  }

  readEnd(): End | null {
    return this.readJson('end.json', this.schemas.end);
  }

  writeEnd(end: End): void {
    writeFileAtomic(join(this.path, 'end.json'), JSON.stringify(end));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  protected readTimed(name: string): { text: string; time: number } | null {
    const path = join(this.path, name);
    try {
      return { text: readFileSync(path, 'latin1'), time: Math.round(statSync(path).mtimeMs) };
    } catch {
      return null;
    }
  }

  protected readJson<T>(name: string, schema: z.ZodType<T>): T | null {
    try {
      return schema.parse(JSON.parse(readFileSync(join(this.path, name), 'utf8')));
    } catch {
      return null; // Not written yet, or torn by a power cut before it counted.
    }
  }
}

/** A boot and a line of /proc/<pid>/stat, as the launcher notes processes; null where that is not what stands there. */
function readIdentity(text: string): ProcessIdentity | null {
  const [bootId = '', line = ''] = text.split('\n');
  const stat = parseStat(line);
  return stat && { bootId, pid: stat.pid, startTicks: stat.startTicks };
}

/** All that was accepted and not released; folders that never came to be accepted are cleared away. */
export function openSpool<Spec, End, Folder>(
  spoolDir: string,
  Kind: new (spoolDir: string, id: string) => Folder & SpoolFolder<Spec, End>,
): { folder: Folder; spec: Spec }[] {
  mkdirSync(spoolDir, { recursive: true, mode: 0o700 });
  return readdirSync(spoolDir).flatMap((id) => {
    const folder = new Kind(spoolDir, id);
    const spec = folder.readSpec();
    if (spec === null) {
      folder.remove();
      return [];
    }
    return [{ folder, spec }];
  });
}
