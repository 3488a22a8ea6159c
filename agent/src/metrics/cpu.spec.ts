import { describe, expect, it } from '@jest/globals';
import { cpuPercent, parseCpuTimes } from './cpu.js';

const twoProcessors = `cpu  4538 0 3448 228574 291 0 67 9 0 0
cpu0 1946 0 1447 115004 36 0 11 2 0 0
cpu1 2592 0 2001 113570 254 0 55 6 0 0
intr 334830 0 0 0
ctxt 959868
`;
/** Guests are in the last two columns and in user time as well. */
const hypervisor = `cpu  900000 1000 300000 8000000 20000 0 5000 0 700000 500
cpu0 900000 1000 300000 8000000 20000 0 5000 0 700000 500
`;
/** Linux 2.6 before 2.6.11: no steal, no guest. */
const old = `cpu 100 20 30 800 40 5 5
cpu0 100 20 30 800 40 5 5
`;

describe('parseCpuTimes', () => {
  it('counts waiting for the disk as idle', () => {
    expect(parseCpuTimes(twoProcessors)).toEqual({ busy: 8062, total: 236927 });
  });

  it('counts the time of guests once', () => {
    expect(parseCpuTimes(hypervisor)).toEqual({ busy: 1_206_000, total: 9_226_000 });
  });

  it('reads kernels with fewer columns', () => {
    expect(parseCpuTimes(old)).toEqual({ busy: 160, total: 1000 });
  });

  it('refuses what is no /proc/stat', () => {
    expect(() => parseCpuTimes('intr 1 2 3\n')).toThrow('/proc/stat');
  });
});

describe('cpuPercent', () => {
  it('is the busy share of the time between', () => {
    expect(cpuPercent({ busy: 100, total: 1000 }, { busy: 150, total: 1200 })).toBe(25);
  });

  it('is 0 within a tick, and never leaves 0 to 100 when counters jump', () => {
    expect(cpuPercent({ busy: 100, total: 1000 }, { busy: 100, total: 1000 })).toBe(0);
    expect(cpuPercent({ busy: 100, total: 1000 }, { busy: 90, total: 1010 })).toBe(0);
    expect(cpuPercent({ busy: 100, total: 1000 }, { busy: 130, total: 1010 })).toBe(100);
  });
});
