import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobProtection } from '@clusterdesk/contracts';

/** What keeps jobs from each other and from the platform on this host, as its agent has tried it out. */
interface Protections {
  holds: string[];
  missing: { protection: string; cure: string }[];
}

/** In the words of a person who starts the platform. */
const words: Readonly<Record<JobProtection, string>> = {
  account: 'an account for each user',
  files: 'only their own files',
  network: 'a network of their own',
  memory: 'a limit of memory',
  processes: 'a limit of processes',
  processors: 'only their processors',
  devices: 'devices of their own',
  io: 'a share of the disk',
  syscalls: 'a filter of system calls',
  keys: 'kernel keys of their own',
};

const lookEveryMs = 200;

/** What the agent leaves in its state folder about the protections of jobs, once it has tried them. */
export class ProtectionsFile {
  private readonly file: string;

  constructor(stateFolder: string) {
    this.file = join(stateFolder, 'protections.json');
  }

  /** What an agent before found is no news; before a new one is started. */
  forget(): void {
    rmSync(this.file, { force: true });
  }

  /** Lines for the person who starts the platform, when the agent has written; none if it does not in time. */
  async describe(signal: AbortSignal, withinMs = 60_000): Promise<string[]> {
    for (let waited = 0; waited < withinMs; waited += lookEveryMs) {
      const found = this.read();
      if (found) {
        return describeProtections(found);
      }
      await sleep(lookEveryMs, undefined, { signal });
    }
    return [];
  }

  private read(): Protections | null {
    try {
      return parseProtections(JSON.parse(readFileSync(this.file, 'utf8')));
    } catch {
      return null;
    }
  }
}

/** Null when it is something else; an agent of another version may say more, or use other words. */
function parseProtections(value: unknown): Protections | null {
  const holds: unknown = fieldOf(value, 'holds');
  const missing: unknown = fieldOf(value, 'missing');
  if (!Array.isArray(holds) || !Array.isArray(missing)) {
    return null;
  }
  return {
    holds: holds.filter(isText),
    missing: missing.flatMap((entry: unknown) => {
      const [protection, cure] = [fieldOf(entry, 'protection'), fieldOf(entry, 'cure')];
      return isText(protection) && isText(cure) ? [{ protection, cure }] : [];
    }),
  };
}

/** What holds in one line, and a line for each thing that would bring more, with what it would bring. */
export function describeProtections({ holds, missing }: Protections): string[] {
  const name = (key: string): string =>
    Object.entries(words).find(([word]) => word === key)?.[1] ?? key;
  const cures = [...new Set(missing.map(({ cure }) => cure))];
  return [
    holds.length === 0
      ? 'Jobs on this host are NOT kept apart from the platform and from each other.'
      : `Jobs on this host have: ${holds.map(name).join(', ')}.`,
    ...cures.map((cure) => {
      const brought = missing.filter((each) => each.cure === cure);
      return `  They lack ${brought.map(({ protection }) => name(protection)).join(', ')}. Needed: ${cure}.`;
    }),
  ];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';
