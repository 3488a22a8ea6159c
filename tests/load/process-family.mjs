/** What the processes of one platform cost, by role; read from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ, 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

const statOf = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** Proportional set size in MB: a page that n processes share counts 1/n for each. */
export const pssOf = (pid) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;

/** Processor seconds of a process so far, those of its ended children included. */
export const cpuSecondsOf = (pid) =>
  statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;

/** How often the threads of a process have gone to sleep so far, and so been woken. */
export function sleepsOf(pid) {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
    const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'latin1');
    return sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }, 0);
}

/** A process and all below it. */
export function listFamily(root) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(statOf(name)[1]));
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid) => pid === root || (parents.has(pid) && isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

/** Launcher, server, worker, agent, database, or other. */
export function roleOf(pid) {
  const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  const roles = {
    start: 'launcher',
    'server/dist/main': 'server',
    worker: 'worker',
    agent: 'agent',
  };
  return line.includes('postgres')
    ? 'database'
    : (Object.entries(roles).find(([part]) => line.includes(part))?.[1] ?? 'other');
}

/** A database process says of itself what it does: `postgres: checkpointer`, `postgres: user db 127.0.0.1(1) idle`. */
export const titleOf = (pid) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();

/** Sums what `measure` gives for each process of the family, by role; processes that end meanwhile are left out. */
export function sumByRole(root, measure) {
  const byRole = {};
  for (const pid of listFamily(root)) {
    try {
      const role = roleOf(pid);
      byRole[role] = (byRole[role] ?? 0) + measure(pid);
    } catch {
      // It ended meanwhile.
    }
  }
  return byRole;
}
