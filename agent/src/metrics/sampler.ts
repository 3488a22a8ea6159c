import { readFileSync } from 'node:fs';
import { type CpuTimes, cpuPercent, parseCpuTimes } from './cpu.js';
import { parseMemoryPercent } from './memory.js';

/** How busy a host is, percent. */
export interface HostLoad {
  cpu: number;
  mem: number;
}

/** Takes one sample per call: the processors since the call before, the memory now. */
export class Sampler {
  private before: CpuTimes;

  constructor(private readonly procDir = '/proc') {
    this.before = this.readCpu();
  }

  take(): HostLoad {
    const now = this.readCpu();
    const cpu = cpuPercent(this.before, now);
    this.before = now;
    const mem = parseMemoryPercent(readFileSync(`${this.procDir}/meminfo`, 'latin1'));
    return { cpu: round(cpu), mem: round(mem) };
  }

  private readCpu(): CpuTimes {
    return parseCpuTimes(readFileSync(`${this.procDir}/stat`, 'latin1'));
  }
}

/** Two digits are plenty and keep reports small. */
function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}
