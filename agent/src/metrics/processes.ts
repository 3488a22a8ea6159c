import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { HostProcess } from '@clusterdesk/contracts';

/** Of each order. */
const shownMax = 10;
/** Processes that are looked at: on a host with more, some are left out. */
const lookedMax = 8_192;
/** Linux tells processor time in hundredths of a second, whatever the kernel counts in. */
const ticksPerSecond = 100;

/** In what pages the kernel counts memory: 4 KiB on most hosts, more on some Arm ones. */
export function readPageBytes(smapsFile = '/proc/self/smaps'): number {
  const [, kilobytes] = /^KernelPageSize: +(\d+) kB$/m.exec(readText(smapsFile) ?? '') ?? [];
  return Number(kilobytes ?? 4) * 1_024;
}

/** What /proc/<pid>/stat says. */
interface ProcessUse {
  pid: number;
  name: string;
  ticks: number;
  memoryBytes: number;
  startTicks: number;
}

/** Reads a line of /proc/<pid>/stat; the name may hold spaces and brackets. Null: it is not whole. */
export function parseProcessUse(text: string, pageBytes: number): ProcessUse | null {
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  const use = {
    pid: Number.parseInt(text, 10),
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    ticks: Number(fields[11]) + Number(fields[12]),
    memoryBytes: Number(fields[21]) * pageBytes,
    startTicks: Number(fields[19]),
  };
  const isWhole = use.pid > 0 && use.ticks >= 0 && use.memoryBytes >= 0 && use.startTicks >= 0;
  return isWhole ? use : null;
}

/** The names of accounts by their numbers. */
const readAccounts = (passwd: string): Map<number, string> =>
  new Map(
    passwd.split('\n').map((line) => {
      const [name = '', , uid] = line.split(':');
      return [Number(uid), name];
    }),
  );

/** Finds what uses most of the host. */
export class ProcessReader {
  private before: { at: number; ticks: Map<string, number> } | null = null;

  constructor(
    private readonly procDir = '/proc',
    private readonly passwdFile = '/etc/passwd',
    private readonly now = () => performance.now(),
    private readonly pageBytes = readPageBytes(),
  ) {}

  /** The first ten by processors since the look before, and by memory; null at the first look. */
  take(): HostProcess[] | null {
    const uses = this.list();
    const { before } = this;
    const at = this.now();
    this.before = { at, ticks: new Map(uses.map((use) => [keyOf(use), use.ticks])) };
    // What was watched a while ago says nothing of now.
    if (before === null || at - before.at > 30_000 || at <= before.at) {
      return null;
    }
    const seconds = (at - before.at) / 1_000;
    const all = uses.map((use) => {
      const ticks = use.ticks - (before.ticks.get(keyOf(use)) ?? 0);
      return { ...use, cpu: Math.max(0, (ticks / ticksPerSecond / seconds) * 100) };
    });
    const byCpu = all.toSorted((a, b) => b.cpu - a.cpu).slice(0, shownMax);
    const byMemory = all.toSorted((a, b) => b.memoryBytes - a.memoryBytes).slice(0, shownMax);
    const accounts = readAccounts(readText(this.passwdFile) ?? '');
    return [...new Set([...byCpu, ...byMemory])].map(({ pid, name, cpu, memoryBytes }) => ({
      pid,
      name: name.slice(0, 64),
      user: this.ownerOf(pid, accounts),
      cpu: Math.round(cpu * 10) / 10,
      memoryBytes,
    }));
  }

  private list(): ProcessUse[] {
    return readdirSync(this.procDir)
      .filter((name) => /^\d+$/.test(name))
      .slice(0, lookedMax)
      .flatMap((pid) => {
        const text = readText(`${this.procDir}/${pid}/stat`);
        return (text === null ? null : parseProcessUse(text, this.pageBytes)) ?? [];
      });
  }

  private ownerOf(pid: number, accounts: ReadonlyMap<number, string>): string {
    try {
      const { uid } = statSync(`${this.procDir}/${pid}`);
      return (accounts.get(uid) ?? String(uid)).slice(0, 255);
    } catch {
      return ''; // It has ended meanwhile.
    }
  }
}

/** A number is given anew to a later process. */
const keyOf = ({ pid, startTicks }: ProcessUse): string => `${pid} ${startTicks}`;

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
