/** A job as `squeue` tells it. */
export interface SlurmJob {
  externalId: string;
  /** Slurm's word, such as `RUNNING`. */
  state: string;
  /** As wait(2) has it: the exit code in the higher byte, the signal in the lower. */
  waitStatus: number;
  startedAt: Date | null;
  /** Of a running job it is the moment of its time limit. */
  endedAt: Date | null;
  /** The node that its script runs on; empty before it has one. */
  nodeName: string;
  accountName: string;
  /** Why it waits or failed; Slurm's word. */
  reason: string;
}

/**
 * The columns that `readJobs` reads, for `squeue -O`, with widths that no value exceeds. None has text that a user chooses: a comment
 * or a name with a line feed would add lines that look like other jobs.
 */
export const jobColumns = [
  'JobID:20',
  'State:24',
  'exit_code:12',
  'StartTime:24',
  'EndTime:24',
  'BatchHost:255',
  'UserName:64',
  'Reason:160',
]
  .map((column) => `${column}|`)
  .join(',');

/** Jobs in the columns `jobColumns`, by their ids. Times are UTC. */
export function readJobs(text: string): Map<string, SlurmJob> {
  const jobs = linesOf(text).flatMap((line) => {
    const [id = '', state = '', status = '', start, end, node = '', account = '', reason = ''] =
      line.split('|').map((value) => value.trim());
    return /^\d+$/.test(id)
      ? [
          {
            externalId: id,
            state,
            waitStatus: readWaitStatus(status),
            startedAt: readTime(start),
            endedAt: readTime(end),
            nodeName: isNothing(node) ? '' : node,
            accountName: account,
            reason,
          },
        ]
      : [];
  });
  return new Map(jobs.map((job) => [job.externalId, job]));
}

/** Ids of the jobs whose comment is `comment`, the earliest first, in lines of `squeue -o '%A|%k'`. */
export function readIdsByComment(text: string, comment: string): string[] {
  return linesOf(text)
    .flatMap((line) => {
      const found = /^(\d+)\|(.*)$/.exec(line);
      return found?.[1] && found[2] === comment ? [found[1]] : [];
    })
    .sort((a, b) => Number(a) - Number(b));
}

/** The columns that `readEndedJobs` reads, for `sacct -X -n -P -o`. */
export const endedJobColumns = 'JobID,State,ExitCode,Start,End,NodeList,User';

/** Ended jobs that the controller has forgotten, from Slurm's accounting. Times are UTC. */
export function readEndedJobs(text: string): Map<string, SlurmJob> {
  const jobs = linesOf(text).map((line): SlurmJob => {
    const [id = '', state = '', exit = '', start, end, node = '', account = ''] = line.split('|');
    return {
      externalId: id,
      // `CANCELLED by 1000`
      state: state.split(' ')[0] ?? '',
      waitStatus: readWaitStatus(exit),
      startedAt: readTime(start),
      endedAt: readTime(end),
      nodeName: /^none assigned$/i.test(node) || isNothing(node) ? '' : node,
      accountName: account,
      reason: '',
    };
  });
  return new Map(jobs.map((job) => [job.externalId, job]));
}

/** What a job used, as Slurm's accounting has it. */
export interface SlurmUsage {
  cpuSeconds: number | null;
  maxRssBytes: number | null;
}

/** What jobs used, by id, in lines of `sacct -n -P -o JobID,TotalCPU,MaxRSS`: a line for the job and one for each of its steps. */
export function readUsage(text: string): Map<string, SlurmUsage> {
  const usage = new Map<string, SlurmUsage>();
  for (const line of linesOf(text)) {
    const [step = '', cpu = '', rss = ''] = line.split('|');
    const id = /^\d+/.exec(step)?.[0];
    if (id !== undefined) {
      const before = usage.get(id);
      const bytes = readBytes(rss);
      usage.set(id, {
        // The line of the job itself sums up its steps.
        cpuSeconds: step === id ? readSeconds(cpu) : (before?.cpuSeconds ?? null),
        maxRssBytes:
          bytes === null
            ? (before?.maxRssBytes ?? null)
            : Math.max(before?.maxRssBytes ?? 0, bytes),
      });
    }
  }
  return usage;
}

export interface SlurmCpus {
  allocated: number;
  idle: number;
  total: number;
}

/** A node of Slurm. */
export interface SlurmNode {
  name: string;
  /** Slurm's word in small letters: idle, mixed, allocated, down, drained, draining and others. */
  state: string;
  isResponding: boolean;
  cpus: SlurmCpus;
  memoryMb: number;
  partitions: string[];
  /** Why it takes no jobs, in the words of whoever took it out; empty where there is nothing to say. */
  reason: string;
}

/** The columns that `readNodes` reads, for `sinfo -N -o`; the reason, which may have any character, is the last one. */
export const nodeColumns = '%N|%R|%T|%C|%m|%E';

/** Nodes by name, each with all of its partitions. `sinfo` has a line for each pair. */
export function readNodes(text: string): SlurmNode[] {
  const nodes = new Map<string, SlurmNode>();
  for (const line of linesOf(text)) {
    const [name = '', partition = '', state = '', cpus = '', memory = '', ...reason] =
      line.split('|');
    const [allocated = 0, idle = 0, , total = 0] = cpus.split('/').map(Number);
    const node = nodes.get(name) ?? {
      name,
      state: state.replace(/[^a-z_]+$/i, ''),
      isResponding: !state.includes('*'),
      cpus: { allocated, idle, total },
      memoryMb: Number(memory) || 0,
      partitions: [],
      reason: isNothing(reason.join('|')) ? '' : reason.join('|'),
    };
    node.partitions.push(partition);
    nodes.set(name, node);
  }
  return [...nodes.values()];
}

/** A partition of Slurm. */
export interface SlurmPartition {
  name: string;
  /** UP, DOWN, DRAIN or INACTIVE. */
  state: string;
  isDefault: boolean;
  /** The most CPUs that jobs of the partition hold on one node; null: all it has. */
  mostCpusPerNode: number | null;
  /** The longest time limit, minutes; null: none. */
  maxMinutes: number | null;
}

/** Partitions in lines of `scontrol show partition -o`. */
export function readPartitions(text: string): SlurmPartition[] {
  return linesOf(text).flatMap((line) => {
    const values = new Map(
      [...line.matchAll(/(?:^|\s)(\w+)=(\S*)/g)].map(([, key, value]) => [key, value]),
    );
    const valueOf = (key: string): string => values.get(key) ?? '';
    const name = valueOf('PartitionName');
    const mostCpus = Number(valueOf('MaxCPUsPerNode'));
    const seconds = readSeconds(valueOf('MaxTime'));
    return name
      ? [
          {
            name,
            state: valueOf('State'),
            isDefault: valueOf('Default') === 'YES',
            mostCpusPerNode: mostCpus > 0 ? mostCpus : null,
            maxMinutes: seconds === null ? null : Math.floor(seconds / 60),
          },
        ]
      : [];
  });
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function isNothing(value: string): boolean {
  return ['', 'n/a', 'none', '(null)', 'unknown'].includes(value.toLowerCase());
}

/** The raw status, or `exit code:signal`, as `sacct` and `scontrol` have it. */
function readWaitStatus(value: string): number {
  const [code = 0, signal] = value.split(':').map((part) => Number(part) || 0);
  return signal === undefined ? code : (code << 8) | signal;
}

/** `2026-01-31T12:00:00` in UTC; null for `N/A` and the like. */
function readTime(value = ''): Date | null {
  const time = new Date(`${value}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** `[days-][hours:]minutes:seconds[.fraction]`; null for anything else, such as `UNLIMITED`. */
function readSeconds(value: string): number | null {
  const found = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(value);
  if (!found) {
    return null;
  }
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** `1234K`, `1.5M`, `0`; null for nothing. */
function readBytes(value: string): number | null {
  const found = /^(\d+(?:\.\d+)?)([KMGT]?)$/.exec(value);
  const unit = 'KMGT'.indexOf(found?.[2] || ' ') + 1;
  return found ? Math.round(Number(found[1]) * 1024 ** unit) : null;
}
