import { accessSync, constants, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readGroupFile, readKeyed, readNumber, tryWrite } from './group-files.js';

/**
 * What jobs are limited by. `accounting` counts processor time; the second version does that with every group. `devices` are files of
 * the first version alone: the second leaves them to BPF programs.
 */
export const controllers = [
  ...(['memory', 'pids', 'cpuset', 'cpu', 'io', 'devices', 'accounting'] as const),
] as const;
export type Controller = (typeof controllers)[number];

/** The control groups of this host as far as this process may use them. */
export interface Hierarchies {
  version: 1 | 2;
  /** Where groups can be made, by controller. With version 2 it is one place for all. */
  places: Map<Controller, string>;
  /** The memory that this process itself may use, bytes, where a group it is in sets a bound. */
  memoryBound: number | null;
  /** A group that this process is in, as a folder; null where none is seen here. */
  own: string | null;
}

/** What the kernel says of this process; tests say something else. */
export interface HierarchyFacts {
  /** /proc/self/mountinfo */
  mounts: string;
  /** /proc/self/cgroup */
  membership: string;
  /** Hands controllers down to the groups below a folder; says which it has. */
  enable: (folder: string) => Set<Controller>;
}

interface Mount {
  isSecond: boolean;
  /** The part of the hierarchy that is seen at `path`. */
  root: string;
  path: string;
  options: string[];
}

const namesInFirst: Record<Controller, string> = {
  memory: 'memory',
  pids: 'pids',
  cpuset: 'cpuset',
  cpu: 'cpu',
  io: 'blkio',
  devices: 'devices',
  accounting: 'cpuacct',
};

/** More than any host has: the first version says "no bound" with a number of this size. */
const unboundedBytes = 2 ** 60;

function readMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root = '', path = ''] = before.split(' ');
    const [type, , options = ''] = after.split(' ');
    const isSecond = type === 'cgroup2';
    return isSecond || type === 'cgroup'
      ? [{ isSecond, root: unescape(root), path: unescape(path), options: options.split(',') }]
      : [];
  });
}

/** Spaces and the like stand as octal numbers in mountinfo. */
function unescape(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
}

/** The folder of the group that this process is in; null where it lies outside of what is mounted here. */
function ownFolder(mount: Mount, membership: string, controller: string): string | null {
  const line = membership.split('\n').find((entry) => {
    const names = entry.split(':')[1]?.split(',') ?? [];
    return mount.isSecond ? entry.startsWith('0::') : names.includes(controller);
  });
  const path = line?.split(':').slice(2).join(':');
  if (path === undefined || !path.startsWith(mount.root === '/' ? '/' : mount.root)) {
    return null;
  }
  return join(mount.path, mount.root === '/' ? path : path.slice(mount.root.length));
}

/**
 * Finds where groups for jobs can be made: the second version of control groups where it has the controllers, else the first.
 * Null where neither lets this process make any.
 */
export function findHierarchies(facts: HierarchyFacts = readFacts()): Hierarchies | null {
  const mounts = readMounts(facts.mounts);
  const second = mounts.find((mount) => mount.isSecond);
  return (
    (second && findSecond(second, facts)) ??
    findFirst(
      mounts.filter((mount) => !mount.isSecond),
      facts.membership,
    )
  );
}

function readFacts(): HierarchyFacts {
  return {
    mounts: readGroupFile('/proc/self/mountinfo') ?? '',
    membership: readGroupFile('/proc/self/cgroup') ?? '',
    enable: enableControllers,
  };
}

/**
 * Groups are made at the top of what is seen, not below the group of this process: a service manager removes that one with the
 * service, and jobs outlive their agent. The bound of that group is kept all the same, by `memoryBound`.
 */
function findFirst(mounts: Mount[], membership: string): Hierarchies | null {
  const places = new Map<Controller, string>();
  let memoryBound: number | null = null;
  let own: string | null = null;
  for (const controller of controllers) {
    const name = namesInFirst[controller];
    const mount = mounts.find(({ options }) => options.includes(name));
    if (mount !== undefined && mayWrite(mount.path)) {
      places.set(controller, mount.path);
      const folder = ownFolder(mount, membership, name);
      own = folder ?? own;
      if (controller === 'memory' && folder !== null) {
        memoryBound = boundOfFirst(folder);
      }
    }
  }
  return places.size === 0 ? null : { version: 1, places, memoryBound, own };
}

function boundOfFirst(own: string): number | null {
  const bytes = readKeyed(join(own, 'memory.stat'), 'hierarchical_memory_limit');
  return bytes !== null && bytes < unboundedBytes ? bytes : null;
}

function findSecond(mount: Mount, { membership, enable }: HierarchyFacts): Hierarchies | null {
  const own = ownFolder(mount, membership, '');
  const place = placesOfSecond(mount, own).find(
    (path) => mayWrite(path) && isFreeOfProcesses(path),
  );
  if (place === undefined) {
    return null;
  }
  const enabled = enable(place);
  const places = new Map([...enabled].map((controller) => [controller, place] as const));
  return enabled.has('memory') || enabled.has('pids')
    ? { version: 2, places, memoryBound: own === null ? null : boundOfSecond(own, mount.path), own }
    : null;
}

/**
 * The top of what is seen, and the folder above the own group: a service that has been given its part of the tree
 * (`Delegate=yes` with `DelegateSubgroup=`) is in a group below that part. A slice belongs to the service manager.
 */
function placesOfSecond(mount: Mount, own: string | null): string[] {
  const above = own === null || own === mount.path ? null : dirname(own);
  const isDelegated = above !== null && above !== mount.path && !basename(above).endsWith('.slice');
  return [mount.path, ...(isDelegated ? [above] : [])];
}

/** Only the very root of the tree may have processes and controlled groups at once; it is the one without a type. */
function isFreeOfProcesses(place: string): boolean {
  const isRoot = !existsSync(join(place, 'cgroup.type'));
  return isRoot || readGroupFile(join(place, 'cgroup.procs'))?.trim() === '';
}

/** Hands controllers down to the groups below a folder, each by itself: one that is refused must not keep the others. */
export function enableControllers(folder: string): Set<Controller> {
  for (const name of ['memory', 'pids', 'cpuset', 'cpu', 'io']) {
    tryWrite(join(folder, 'cgroup.subtree_control'), `+${name}`);
  }
  const names = (readGroupFile(join(folder, 'cgroup.subtree_control')) ?? '').split(/\s+/);
  const enabled = controllers.filter((controller) => names.includes(controller));
  return new Set([...enabled, 'accounting']);
}

function boundOfSecond(own: string, top: string): number | null {
  const bounds: number[] = [];
  for (let folder = own; folder.length >= top.length; folder = dirname(folder)) {
    const bytes = readNumber(join(folder, 'memory.max'));
    if (bytes !== null) {
      bounds.push(bytes);
    }
  }
  return bounds.length === 0 ? null : Math.min(...bounds);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
