import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { ageMs, identify, isRunning } from './process-identity.js';
import { parseStat } from './process-table.js';

describe('parseStat', () => {
  it('is not misled by a command name with brackets and spaces', () => {
    const line =
      '4711 (sh) R 1 (x) S 42 4711 4711 0 -1 4194560 91 0 0 0 0 0 0 0 20 0 1 0 23456 2621440 205 18446744073709551615';
    expect(parseStat(line)).toEqual({ pid: 4711, state: 'S', parentPid: 42, startTicks: 23456 });
  });

  it('refuses half a line', () => {
    expect(parseStat('4711 (sh')).toBeNull();
    expect(parseStat('4711 (sh) S 42')).toBeNull();
    expect(parseStat('')).toBeNull();
  });
});

describe('isRunning', () => {
  it('knows a process from another one with its number, and from its own remains', async () => {
    const child = spawn('sleep', ['60']);
    const identity = identify(child.pid ?? 0);
    if (identity === null) {
      throw new Error('sleep was not started');
    }
    expect(isRunning(identity)).toBe(true);
    expect(ageMs(identity)).toBeLessThan(10_000);
    expect(isRunning({ ...identity, startTicks: identity.startTicks - 1 })).toBe(false);
    expect(isRunning({ ...identity, bootId: 'another boot' })).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isRunning(identity)).toBe(false);
  });
});
