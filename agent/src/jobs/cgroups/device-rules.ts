import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Terminals of the job's own, and what makes them (Documentation/admin-guide/devices.txt of the kernel). */
const terminals = ['c 5:2 rw', 'c 136:* rw'];

/**
 * The rules that let a group open these devices, and all that are in these folders, and terminals of its own. None may be made (`m`).
 * What is not there now needs no rule.
 */
export function deviceRules(paths: readonly string[]): string[] {
  return [...new Set([...terminals, ...paths.flatMap(rulesOf)])];
}

function rulesOf(path: string): string[] {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) {
      return readdirSync(path).flatMap((name) => rulesOf(join(path, name)));
    }
    if (!stat.isCharacterDevice() && !stat.isBlockDevice()) {
      return [];
    }
    const { major, minor } = deviceNumbers(stat.rdev);
    return [`${stat.isBlockDevice() ? 'b' : 'c'} ${String(major)}:${String(minor)} rw`];
  } catch {
    return []; // Not there.
  }
}

/** The two halves of a device's number, as the C library packs it (gnu_dev_major). */
export function deviceNumbers(device: number): { major: number; minor: number } {
  return {
    major: (device >> 8) & 0xfff,
    minor: (device & 0xff) | ((device >> 12) & 0xfff00),
  };
}
