import { describe, expect, it } from '@jest/globals';
import { parseMemoryPercent } from './memory.js';

const present = `MemTotal:       24684092 kB
MemFree:        14334868 kB
MemAvailable:   18513069 kB
Buffers:             532 kB
Cached:          4086320 kB
HugePages_Total:       0
`;
const beforeMemAvailable = `MemTotal:        1000000 kB
MemFree:          100000 kB
Buffers:           50000 kB
Cached:           400000 kB
SwapCached:            0 kB
Active(anon):      60000 kB
Shmem:            100000 kB
SReclaimable:      50000 kB
`;

describe('parseMemoryPercent', () => {
  it('is what a new program could not have', () => {
    expect(parseMemoryPercent(present)).toBeCloseTo(25, 3);
  });

  it('works it out where the kernel does not say', () => {
    expect(parseMemoryPercent(beforeMemAvailable)).toBeCloseTo(50, 6);
  });

  it('stays within 0 to 100 when a container is shown more free than it has', () => {
    expect(parseMemoryPercent('MemTotal: 100 kB\nMemAvailable: 120 kB\n')).toBe(0);
  });

  it('refuses what is no /proc/meminfo', () => {
    expect(() => parseMemoryPercent('')).toThrow('/proc/meminfo');
  });
});
