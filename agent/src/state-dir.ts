import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { InstanceLock } from '@clusterdesk/host';
import { ConfigError } from './config-error.js';
import { messageOf } from './log.js';

/** Makes the state folder ready and takes it for this process; returns its real path. Throws ConfigError. */
export async function openStateDir(path: string): Promise<string> {
  try {
    mkdirSync(join(path, 'jobs'), { recursive: true, mode: 0o700 });
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
  const lock = new InstanceLock(join(real, 'agent.json'));
  const result = await lock.acquire();
  if (result.state === 'held') {
    throw new ConfigError([
      `AGENT_STATE_DIR ${real} is in use by the agent with process number ${String(result.holder.pid)}.`,
    ]);
  }
  if (result.state === 'busy') {
    throw new ConfigError([
      `AGENT_STATE_DIR: cannot take ${lock.file}; remove it and start again.`,
    ]);
  }
  return real;
}
