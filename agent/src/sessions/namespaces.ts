import { readlinkSync } from 'node:fs';

/**
 * The mount and network namespaces of a process: a display has its sockets in them, so that two displays with one number are
 * told apart by them. Null: the process is gone, or does not let us ask.
 */
export function namespacesOf(pid: number | 'self'): string | null {
  try {
    return ['mnt', 'net'].map((kind) => readlinkSync(`/proc/${String(pid)}/ns/${kind}`)).join(' ');
  } catch {
    return null;
  }
}

/** Those of the host itself; an ordinary account may ask for its own only. */
export function hostNamespaces(): string | null {
  return namespacesOf(1) ?? namespacesOf('self');
}
