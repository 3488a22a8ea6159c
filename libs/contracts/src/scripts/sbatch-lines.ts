import { jobName } from '../endpoints/cluster/job-values.js';
import { jobMemoryMb, jobMinutes } from '../endpoints/cluster/queues.js';
import { parseJobArray } from './job-array.js';

/** What the `#SBATCH` lines of a script ask for, as far as jobs here have it. */
export interface SbatchLines {
  jobName?: string | undefined;
  /** The first partition that is the name of a queue. */
  queueName?: string | undefined;
  /** The number of tasks times the CPUs of a task, because a job runs on one node. */
  cpus?: number | undefined;
  /** `--mem`, MiB, rounded up. */
  memoryMb?: number | undefined;
  /** `--mem-per-cpu`, MiB, rounded up; the later of the two options counts, as in Slurm. */
  memoryMbPerCpu?: number | undefined;
  /** Rounded up. */
  maxMinutes?: number | undefined;
  /** As in `--array`. */
  array?: string | undefined;
  /** Options without effect, as written: those that jobs do not have here, and values that are not possible here. */
  ignored: string[];
}

/** The options of sbatch(1) that jobs have here, by their short names. */
const names: Record<string, string | undefined> = {
  ...{ '-J': '--job-name', '-n': '--ntasks', '-c': '--cpus-per-task', '-N': '--nodes' },
  ...{ '-t': '--time', '-p': '--partition', '-a': '--array' },
};
const known = [...Object.values(names), '--ntasks-per-node', '--mem', '--mem-per-cpu'];
/** Of these the last one counts: they ask for the same thing in different ways. */
const memoryOptions = ['--mem', '--mem-per-cpu'];

/**
 * Reads the `#SBATCH` lines before the first command, as Slurm does. If an option is given twice, the last one counts.
 * @param queues the names of the queues that the user may submit to
 */
export function readSbatchLines(script: string, queues: readonly string[] = []): SbatchLines {
  const given = new Map<string, SbatchOption>();
  const ignored: string[] = [];
  for (const option of optionsOf(script)) {
    if (known.includes(option.name)) {
      if (memoryOptions.includes(option.name)) {
        memoryOptions.forEach((name) => given.delete(name));
      }
      given.set(option.name, option);
    } else {
      ignored.push(option.written);
    }
  }
  const take = <Value>(name: string, read: (text: string) => Value | undefined) => {
    const option = given.get(name);
    const value = option && read(option.value);
    if (option && value === undefined) {
      ignored.push(option.written);
    }
    return value;
  };
  take('--nodes', (text) => (/^1(-1)?$/.test(text) ? text : undefined));
  const perNode = take('--ntasks-per-node', countOf);
  const tasks = take('--ntasks', countOf) ?? perNode;
  const perTask = take('--cpus-per-task', countOf);
  return {
    jobName: take('--job-name', (text) => jobName.safeParse(text).data),
    queueName: take('--partition', (text) => text.split(',').find((name) => queues.includes(name))),
    cpus: tasks || perTask ? (tasks ?? 1) * (perTask ?? 1) : undefined,
    memoryMb: take('--mem', memoryMbOf),
    memoryMbPerCpu: take('--mem-per-cpu', memoryMbOf),
    maxMinutes: take('--time', minutesOf),
    array: take('--array', (text) => (parseJobArray(text) ? text : undefined)),
    ignored,
  };
}

/** The memory, MiB, that the lines ask for in a job with so many CPUs; null: none. */
export function memoryOf(
  { memoryMb, memoryMbPerCpu }: Pick<SbatchLines, 'memoryMb' | 'memoryMbPerCpu'>,
  cpus: number,
): number | null {
  return memoryMb ?? (memoryMbPerCpu === undefined ? null : memoryMbPerCpu * cpus);
}

interface SbatchOption {
  /** The long one. */
  name: string;
  value: string;
  written: string;
}

function optionsOf(script: string): SbatchOption[] {
  const options: SbatchOption[] = [];
  for (const [line] of script.matchAll(/^.*$/gm)) {
    if (!/^\s*(#|$)/.test(line)) {
      break;
    }
    for (const word of wordsOf(/^#SBATCH\s(.*)/.exec(line)?.[1] ?? '')) {
      const [, name, inline] = /^(--[^=]+|-[^-])=?(.*)$/.exec(word) ?? [];
      const last = options.at(-1);
      if (name !== undefined) {
        options.push({ name: names[name] ?? name, value: inline ?? '', written: word });
      } else if (last) {
        last.value ||= word;
        last.written += ` ${word}`;
      }
    }
  }
  return options;
}

/** The words of a line up to a comment, without their quotes. */
function wordsOf(line: string): string[] {
  const [text = ''] = /^(?:"[^"]*"|'[^']*'|\\.|[^#"'\\])*/.exec(line) ?? [];
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'|\\(.)/g, '$1$2$3'),
  );
}

const countOf = (text: string): number | undefined =>
  /^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;

const mbOfUnit = { K: 1 / 1024, M: 1, G: 1024, T: 1024 ** 2 };

/** Slurm's memory: MiB, or with K, M, G or T behind. In Slurm 0 means all of a node; here a job says how much. */
function memoryMbOf(text: string): number | undefined {
  const [, digits, unit = 'M'] = /^(\d+)([KMGT]?)B?$/i.exec(text) ?? [];
  const factor = mbOfUnit[(unit.toUpperCase() || 'M') as keyof typeof mbOfUnit];
  return digits === undefined
    ? undefined
    : jobMemoryMb.safeParse(Math.ceil(Number(digits) * factor)).data;
}

/** Slurm's times: minutes, mm:ss, hh:mm:ss, d-hh, d-hh:mm, d-hh:mm:ss. In Slurm 0 means no limit; here every job has one. */
function minutesOf(text: string): number | undefined {
  const [matched, days, ...parts] = /^(?:(\d+)-)?(\d+)(?::(\d+))?(?::(\d+))?$/.exec(text) ?? [];
  const [first = 0, second = 0, third = 0] = parts.map((part) => Number(part ?? 0));
  const hasHours = days !== undefined || parts[2] !== undefined;
  const seconds = hasHours ? first * 3600 + second * 60 + third : first * 60 + second;
  const minutes = Number(days ?? 0) * 24 * 60 + Math.ceil(seconds / 60);
  return matched === undefined ? undefined : jobMinutes.safeParse(minutes).data;
}
