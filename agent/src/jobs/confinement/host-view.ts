import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ShownFile } from './recipes/confine-plan.js';
import { groupsDir, isWithin } from './files/folders.js';

/** Without these no program runs. */
export const basicDevices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) =>
  join('/dev', name),
);

/** Graphics processors and InfiniBand adapters, which jobs compute and talk with. */
const computeDevices = /^(nvidia.*|dri|kfd|infiniband)$/;

/** The present devices for jobs beyond the basic ones: those that the operator named, or else what computes. */
export function findDevices(named: readonly string[] | null, folder = '/dev'): string[] {
  if (named !== null) {
    return named.filter((path) => existsSync(path));
  }
  return readdirSync(folder)
    .filter((name) => computeDevices.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Of what is covered, what a job needs all the same: the resolver's file where /etc/resolv.conf leads there. */
export function shownOf(covers: readonly string[], resolver = '/etc/resolv.conf'): ShownFile[] {
  let real: string;
  try {
    real = realpathSync(resolver);
  } catch {
    return []; // The host has none, or it leads nowhere.
  }
  return covers.some((folder) => isWithin(real, folder)) ? [{ source: real, target: real }] : [];
}

/** Files of the kernel that read as empty in a job, as container runtimes have it. */
export const maskedFiles = [
  ...['/proc/kcore', '/proc/keys', '/proc/key-users', '/proc/sysrq-trigger', '/proc/timer_list'],
  ...['/proc/sched_debug', '/proc/latency_stats'],
];

/** Settings of the kernel that a job may read. */
export const readOnlyFolders = [
  ...['/proc/sys', '/proc/irq', '/proc/bus', '/proc/fs', '/proc/acpi', '/proc/scsi'],
];

/**
 * Mounts of the job's own that it only reads: its devices, and its processes, or it could say through /proc that others go before
 * it when memory runs out. A user namespace, however, is made by writing there.
 */
export function shutMounts({ allowsUserNamespaces }: { allowsUserNamespaces: boolean }): string[] {
  return allowsUserNamespaces ? ['/dev'] : ['/dev', '/proc'];
}

/**
 * The kernel's folders with the names and addresses of the host's network devices.
 * @param list has a link for each of them
 */
export function networkFolders(list = '/sys/class/net'): string[] {
  if (!existsSync(list)) {
    return [];
  }
  const places = readdirSync(list).flatMap((name) => {
    try {
      return [dirname(realpathSync(join(list, name)))];
    } catch {
      return []; // It is gone.
    }
  });
  return [...new Set([list, ...places])];
}

/**
 * Shows a job the control groups that it is in at the places of the host's, where programs look for what they may use. The others tell
 * of other jobs.
 * @param folders of its groups, which have to be there
 */
export function showGroups(folders: readonly string[]): ShownFile[] {
  return folders
    .map((source) => ({ source, target: mountPointOf(source) }))
    .filter(({ target }) => isWithin(target, groupsDir));
}

function mountPointOf(folder: string): string {
  const above = dirname(folder);
  return above === folder || statSync(above).dev !== statSync(folder).dev
    ? folder
    : mountPointOf(above);
}

/** What a job may hold in its folders in memory when nothing else is known, bytes. */
const usualScratchBytes = 1024 ** 3;

/**
 * What a job may hold in its folders in memory, bytes: what the operator set, or a quarter of the memory that the job may use.
 * @param memoryBytes the job's memory limit; null when there is none
 */
export function scratchBytesFor(setBytes: number | null, memoryBytes: number | null): number {
  return setBytes ?? (memoryBytes === null ? usualScratchBytes : Math.ceil(memoryBytes / 4));
}

/** As a tmpfs takes it: small files cost memory that its size does not count, so their number is bounded, too. */
export function scratchOptions(bytes: number): string {
  const pages = Math.max(1, Math.ceil(bytes / 4096));
  return `size=${String(pages * 4096)},nr_inodes=${String(Math.max(1024, Math.ceil(pages / 4)))}`;
}
