import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const maxBytes = 10 * 1024 * 1024;
const keptFiles = 3;

/** A child's log. It is turned over (`.1` is the newest old one) when a child starts and it is over 10 MiB. */
export class LogFile {
  private startOffset = 0;

  constructor(readonly path: string) {}

  /** Opens it for a child's output; `readSinceOpened` begins here. */
  open(): number {
    if (sizeOf(this.path) > maxBytes) {
      for (let age = keptFiles - 1; age >= 1; age -= 1) {
        renameIfThere(`${this.path}.${age}`, `${this.path}.${age + 1}`);
      }
      renameIfThere(this.path, `${this.path}.1`);
    }
    this.startOffset = sizeOf(this.path);
    return openSync(this.path, 'a', 0o600);
  }

  /** What the child wrote since it was started last, the end of it when that is long. */
  readSinceOpened(lastBytes = 32 * 1024): string {
    const end = sizeOf(this.path);
    const from = Math.max(this.startOffset, end - lastBytes);
    const file = openSync(this.path, 'r');
    try {
      const buffer = Buffer.alloc(Math.max(0, end - from));
      return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, from));
    } finally {
      closeSync(file);
    }
  }
}

/** The lines that tell a person why a child failed: error lines of JSON logs, else what was thrown, else the last lines. */
export function explainFailure(output: string): string[] {
  const plain: string[] = [];
  const serious: string[] = [];
  for (const line of output.split('\n').filter((text) => text.trim() !== '')) {
    const entry = parseEntry(line);
    if (!entry) {
      plain.push(line);
    } else if (entry.level >= 50) {
      serious.push(entry.msg);
    }
  }
  if (serious.length > 0) {
    return serious.slice(-3);
  }
  // An uncaught error is printed amid source lines and a stack; its own line is what a person needs.
  const thrown = plain.find((line) => /^(\w*Error)\b.*: /.test(line));
  return thrown ? [thrown] : plain.slice(-5);
}

function parseEntry(line: string): { level: number; msg: string } | null {
  if (!line.startsWith('{')) {
    return null;
  }
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level?: number;
      msg?: string;
      err?: { message?: string };
    };
    return { level: Number(level ?? 0), msg: msg ?? err?.message ?? line };
  } catch {
    return null;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function renameIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) {
    renameSync(from, to);
  }
}
