import { execFile } from 'node:child_process';
import { systemPath } from '../../runs/processes/launcher.js';

/** Where a program is missing, it is looked for again after an hour: it may have been installed. */
export const missingMs = 3_600_000;
const answerMaxBytes = 4 * 1024 * 1024;

/** Why a program cannot be started. */
export type ProgramAbsence = 'missing' | 'refused';
const absences: Readonly<Record<string, ProgramAbsence>> = { ENOENT: 'missing', EACCES: 'refused' };

/** A program of the host that tells of its devices. It holds nothing up: a driver that hangs is not asked again before it answers. */
export class HostProgram {
  private isRunning = false;
  private missingUntil = -Infinity;
  private absent: ProgramAbsence | null = null;

  constructor(
    /** Its name, or where it is. */
    private readonly file: string,
    private readonly withinMs = 5_000,
  ) {}

  /** Why it could not be started when it was asked last; null: it could, or was not asked yet. */
  get absence(): ProgramAbsence | null {
    return this.absent;
  }

  /** What it prints, whatever its exit code; null: it is not there, prints nothing, or does not answer in time. */
  async ask(args: readonly string[]): Promise<string | null> {
    if (this.isRunning || performance.now() < this.missingUntil) {
      return null;
    }
    this.isRunning = true;
    let timer: NodeJS.Timeout | undefined;
    // What waits for a device in the kernel does not end when it is killed.
    const tooLong = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), this.withinMs + 500);
    });
    const answer = await Promise.race([this.run(args), tooLong]);
    clearTimeout(timer);
    return answer;
  }

  private run(args: readonly string[]): Promise<string | null> {
    return new Promise((resolve) => {
      const path = `${process.env['PATH'] ?? ''}:${systemPath}`;
      const options = {
        ...({ timeout: this.withinMs, killSignal: 'SIGKILL', maxBuffer: answerMaxBytes } as const),
        env: { PATH: path, LC_ALL: 'C' },
      };
      execFile(this.file, args, options, (error, stdout) => {
        this.isRunning = false;
        this.absent = absences[error?.code ?? ''] ?? null;
        if (this.absent !== null) {
          this.missingUntil = performance.now() + missingMs;
        }
        resolve(stdout === '' || error?.killed ? null : stdout);
      });
    });
  }
}
