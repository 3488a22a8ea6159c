import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseProcessorList } from '../confinement/processors.js';
import { systemPath } from '../../runs/processes/launcher.js';
import type { ProtectionFindings } from '../protections.js';
import { deviceNumbers } from './device-rules.js';
import { readGroupFile } from './group-files.js';
import holdScript from './hold-memory.sh';
import type { JobGroup } from './job-group.js';
import type { JobGroups } from './job-groups.js';

const trialMs = 10_000;
/** What the trial holds, and what it may. */
const held = { bytes: 4 * 1024 * 1024, limit: 64 * 1024 * 1024 };

/** A shell that cannot fork says nothing. */
const forkScript = '(:) && echo forked';

const ownGroups =
  'control groups that the agent may make, as root or as a systemd service with Delegate=yes and DelegateSubgroup=agent';
const weights = 'the disk scheduler bfq, which knows weights';
/** A user's own service manager bounds memory and processes, too. */
const groupsOrScopes = `${ownGroups}, or systemd --user for its account`;
const cures = {
  controller: (name: string): string => `a kernel that has the ${name} control groups switched on`,
  weights,
};
const noGroups: ProtectionFindings = {
  memory: groupsOrScopes,
  processes: `${groupsOrScopes}, or bubblewrap on Linux 5.14 or newer`,
  processors: ownGroups,
  io: `${ownGroups}; and ${weights}`,
};

/**
 * Tries on processes of the agent's own which limits of control groups hold here. Nothing is killed for it by the kernel, so its log stays
 * clean: that memory is counted and its limit is set is what counts as held.
 */
export async function tryLimits(
  groups: JobGroups | null,
  processors: readonly number[],
  stateDir: string,
): Promise<ProtectionFindings> {
  if (groups === null) {
    return noGroups;
  }
  const group = groups.of('trial');
  try {
    const [first = 0] = processors;
    const limits = { memoryBytes: held.limit, processors: [first], weight: 100 };
    const refused = group.create({ ...limits, processes: 64 }).map((setting) => setting.controller);
    const [forks, found] = await tryInTurn(group, limits);
    const holdsWeights = !refused.includes('io') && group.has('io') && knowsWeights(stateDir);
    return {
      memory: found.heldBytes >= held.bytes ? null : cures.controller('memory'),
      processes: forks ? cures.controller('pids') : null,
      processors: found.processors.join() === String(first) ? null : cures.controller('cpuset'),
      io: holdsWeights ? null : cures.weights,
    };
  } catch {
    return noGroups;
  } finally {
    group.kill();
    group.remove();
  }
}

async function tryInTurn(
  group: JobGroup,
  limits: Omit<Parameters<JobGroup['create']>[0], 'processes'>,
): Promise<[forks: boolean, found: { heldBytes: number; processors: number[] }]> {
  const found = await runIn(group, [holdScript, 'hold', String(held.bytes)], (line) => ({
    heldBytes: group.memoryLimit() === limits.memoryBytes ? (group.memory()?.heldBytes ?? 0) : 0,
    processors: parseProcessorList(line),
  }));
  group.create({ ...limits, processes: 1 });
  const forked = await runIn(group, [forkScript], (line) => line);
  return [forked !== null, found ?? { heldBytes: 0, processors: [] }];
}

/** Runs a script with its arguments in a group, looks when it has said a line, and ends it. Null when it said none. */
async function runIn<T>(
  group: JobGroup,
  script: string[],
  look: (line: string) => T,
): Promise<T | null> {
  const [command = '', ...args] = [...group.joinCommand(), '/bin/sh', '-c', ...script];
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: systemPath },
    timeout: trialMs,
    killSignal: 'SIGKILL',
  });
  let found: T | null = null;
  child.stdin.on('error', () => undefined);
  createInterface(child.stdout).once('line', (line) => {
    found = look(line);
    child.stdin.end();
  });
  await once(child, 'close');
  return found;
}

/** Whether the disk below a folder shares itself out by weights. */
function knowsWeights(folder: string): boolean {
  const { major, minor } = deviceNumbers(statSync(folder).dev);
  try {
    const device = realpathSync(`/sys/dev/block/${String(major)}:${String(minor)}`);
    return [device, join(device, '..')].some((path) =>
      (readGroupFile(join(path, 'queue/scheduler')) ?? '').includes('[bfq]'),
    );
  } catch {
    return false;
  }
}
