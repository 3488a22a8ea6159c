import { expect } from '@jest/globals';
import { isAlive, readProcess, type ProcessStat } from './host-processes.js';
import type { TestPlatform } from './platform.js';

/** For stops that are clean: how busy the machine is with other things must not decide whether they keep their limit. */
export const patient = { STOP_TIMEOUT_MS: '30000' };

/** Those of them that are still the processes they were. */
export const leftOf = (processes: readonly ProcessStat[]): ProcessStat[] =>
  processes.filter(
    ({ pid, startTicks }) => isAlive(pid) && readProcess(pid)?.startTicks === startTicks,
  );

/** Ends a platform, and expects that all of it ended by itself. */
export async function expectCleanStop(
  platform: TestPlatform,
  signal: 'SIGTERM' | 'SIGINT',
): Promise<void> {
  const processes = platform.listProcesses();
  expect(processes.length).toBeGreaterThan(4);
  platform.signal(signal);
  expect(await platform.waitForEnd()).toBe(0);
  expect(platform.output).not.toContain('was killed');
  expect(leftOf(processes)).toEqual([]);
}
