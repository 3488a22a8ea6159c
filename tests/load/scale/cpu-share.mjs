/** Holds a process to a part of one processor, by a control group of its own (version 1 or 2). */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const periodUs = 20_000;
const old = '/sys/fs/cgroup/cpu';
const unified = '/sys/fs/cgroup';

/**
 * @param {number} share of one processor, 0.25 for a quarter
 * @returns {() => Promise<void>} call it when the process is gone
 * @throws where this process may not make control groups
 */
export function holdToShare(pid, share) {
  const isOld = existsSync(join(old, 'cpu.cfs_quota_us'));
  const group = join(isOld ? old : unified, `clusterdesk-load-${process.pid}-${pid}`);
  mkdirSync(group);
  const quotaUs = Math.round(share * periodUs);
  if (isOld) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodUs));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs));
  } else {
    writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`);
  }
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      try {
        rmdirSync(group);
        return;
      } catch {
        // The process is still on its way out.
        await sleep(100);
      }
    }
  };
}
