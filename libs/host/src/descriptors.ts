import { closeSync, readdirSync } from 'node:fs';
import { readProc } from './process-table.js';

/** As it stands in /proc/<pid>/fdinfo, which has close-on-exec among the flags of the file. */
const closeOnExec = 0o2000000;

/**
 * Closes the descriptors above 2 that whoever started this process had left open, and that its children would be given in turn.
 * Node opens everything close-on-exec, and marks so what it finds up to 15 and in a row; what is left above that is not its own.
 * Call it before any child is started.
 */
export function closeInheritedDescriptors(): void {
  for (const name of listDescriptors()) {
    const flags = /^flags:\t([0-7]+)$/m.exec(readProc(`self/fdinfo/${name}`) ?? '')?.[1];
    if (Number(name) > 2 && flags && (Number.parseInt(flags, 8) & closeOnExec) === 0) {
      closeSync(Number(name));
    }
  }
}

function listDescriptors(): string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}
