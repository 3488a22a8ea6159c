import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  isRefusalCode,
  type RefusalCode,
  runEndCauses,
  runEndReasons,
} from '@clusterdesk/contracts';
import { parseStat, type ProcessIdentity, syncFolder, writeFileAtomic } from '@clusterdesk/host';
import { z } from 'zod';
import { keptBytes, readEnd } from './output-tail.js';

const stopRequestSchema = z.object({
  reason: z.enum(['stopped', 'timeout', 'lost']),
  at: z.number(),
  /** Whether the script had ended already. */
  isLate: z.boolean(),
});
/** That a run shall end, and since when. `lost`: with its agent. */
export type StopRequest = z.infer<typeof stopRequestSchema>;

const endSchema = z.object({
  reason: z.enum(runEndReasons),
  exitCode: z.number().int().nullable(),
  /** Like `endedAt` 0 in the spool of an application that an older agent left. */
  outputBytes: z.number().int().default(0),
  /** By the host's clock. */
  endedAt: z.number().default(0),
  /** How long it ran by a clock that nobody sets; absent where that is not known. */
  ranMs: z.number().optional(),
  /** The signal that ended it. */
  signal: z.number().int().optional(),
  /** Processor time of all that it waited for, seconds. */
  cpuSeconds: z.number().optional(),
  /** Most memory held at once, bytes. */
  maxRssBytes: z.number().int().optional(),
  /** Why it ended where its exit code does not say so. */
  cause: z.enum(runEndCauses).optional(),
  /** Set when the script never ran: why. */
  refusal: z
    .custom<RefusalCode>((code) => typeof code === 'string' && isRefusalCode(code))
    .optional(),
});
/** How a run ended, once and for all. */
export type RunEnd = z.infer<typeof endSchema>;

/** The exit code of a script, and when it was written, by the host's clock. */
export interface Exit {
  code: number;
  at: number;
}

/** What the launcher wrote first. `launcher` is null when the file only bars a launcher from starting. */
export interface Started {
  launcher: ProcessIdentity | null;
  startedAt: number;
}

/** What stays of a run that the server knows all of. */
const keptFiles: readonly string[] = ['spec.json', 'started', 'exit', 'end.json', 'released'];

/** The folder of one run in a spool: what its launcher and its agent note there; README.md says what each file means. */
export class RunFolder<Spec> {
  readonly path: string;

  /** @param keptBytes how much of its output is kept */
  constructor(
    private readonly spoolDir: string,
    readonly id: string,
    private readonly schema: z.ZodType<Spec>,
    readonly keptBytes: number,
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
    return this.readJson('spec.json', this.schema);
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
  readExit(): Exit | null {
    const file = this.readTimed('exit');
    return file && /^\d{1,3}\n/.test(file.text)
      ? { code: Number.parseInt(file.text, 10), at: file.time }
      : null;
  }

  readEnd(): RunEnd | null {
    return this.readJson('end.json', endSchema);
  }

  writeEnd(end: RunEnd): void {
    writeFileAtomic(join(this.path, 'end.json'), JSON.stringify(end));
  }

  /** Says in the run's own output why it does not run. */
  writeRefusal(sentence: string): void {
    writeFileSync(this.outputPath, `ClusterDesk: ${sentence}\n`, { mode: 0o600 });
  }

  /** Ends the run's output with a line of ours; once, also when an agent that was cut off had written it already. */
  appendNote(sentence: string): void {
    const note = `ClusterDesk: ${sentence}\n`;
    const end = readEnd(this.outputPath, note.length);
    if (end !== note) {
      const gap = end === '' || end.endsWith('\n') ? '' : '\n';
      appendFileSync(this.outputPath, `${gap}${note}`, { mode: 0o600 });
    }
  }

  /** The processor time of the run, seconds, as the launcher's shell says it; null when it said nothing. */
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
    return keptBytes(this.outputSize(), this.keptBytes);
  }

  /** Whether the disk took less of the output than is kept of any. */
  get isOutputTorn(): boolean {
    const isCut = existsSync(join(this.path, 'cut'));
    return isCut && this.outputSize() <= this.keptBytes;
  }

  private outputSize(): number {
    return statSync(this.outputPath, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Puts all output on the disk, before the end of a run is recorded. */
  syncOutput(): void {
    try {
      const file = openSync(this.outputPath, 'r');
      fsyncSync(file);
      closeSync(file);
    } catch {
      // A run that never started has none.
    }
  }

  /** Whether the server knows all of it. */
  get isReleased(): boolean {
    return this.readTimed('released') !== null;
  }

  /** The server knows all of it. How it ended stays for a while, so that a command that comes late does not run it again. */
  release(): void {
    writeFileAtomic(join(this.path, 'released'), '');
    for (const name of readdirSync(this.path)) {
      if (!keptFiles.includes(name)) {
        rmSync(join(this.path, name), { force: true });
      }
    }
  }

  /** When the server was told all of it; 0: it was not. */
  releasedAt(): number {
    return this.readTimed('released')?.time ?? 0;
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

/** All that was accepted and is still known; folders that never came to be accepted are cleared away. */
export function openSpool<Folder extends RunFolder<Spec>, Spec>(
  spoolDir: string,
  open: (id: string) => Folder & RunFolder<Spec>,
): { folder: Folder; spec: Spec }[] {
  mkdirSync(spoolDir, { recursive: true, mode: 0o700 });
  return readdirSync(spoolDir).flatMap((id) => {
    const folder = open(id);
    const spec = folder.readSpec();
    if (spec === null) {
      folder.remove();
      return [];
    }
    return [{ folder, spec }];
  });
}
