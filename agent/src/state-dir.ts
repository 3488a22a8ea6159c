import { lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config.js';
import { writeFileAtomic } from './host/atomic-file.js';
import { identify, isRunning } from './host/procfs.js';
import { messageOf } from './log.js';

const holderSchema = z.object({ bootId: z.string(), pid: z.number(), startTicks: z.number() });

function findHolder(path: string): z.infer<typeof holderSchema> | null {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return isRunning(holder) ? holder : null;
  } catch {
    return null;
  }
}

/** Makes the state folder ready and takes it for this process; returns its real path. Throws ConfigError. */
export function openStateDir(path: string): string {
  try {
    mkdirSync(join(path, 'jobs'), { recursive: true, mode: 0o700 });
    mkdirSync(join(path, 'aside'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError([`AGENT_STATE_DIR cannot be used: ${messageOf(error)}.`]);
  }
  const real = realpathSync(path);
  const stat = lstatSync(real);
  if (stat.uid !== process.getuid?.() || (stat.mode & 0o022) !== 0) {
    throw new ConfigError([
      `AGENT_STATE_DIR ${real} must belong to the agent's account and be writable by it alone.`,
    ]);
  }
  const lock = join(real, 'agent.json');
  const holder = findHolder(lock);
  if (holder !== null && holder.pid !== process.pid) {
    throw new ConfigError([
      `AGENT_STATE_DIR ${real} is in use by the agent with process number ${String(holder.pid)}.`,
    ]);
  }
  writeFileAtomic(lock, JSON.stringify(identify(process.pid)));
  return real;
}
