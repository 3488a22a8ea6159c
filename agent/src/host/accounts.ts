import { execFileSync } from 'node:child_process';

/** An operating system account that jobs run as. `hasOwnGroups`: with its other groups too, or its first one only. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
  hasOwnGroups: boolean;
}

const ACCOUNT_NAME = /^[a-z_][a-z0-9_.@-]{0,254}$/i;

/** Reads one line as `getent passwd` prints it. */
export function parsePasswdLine(line: string): Omit<Account, 'hasOwnGroups'> | null {
  const [name, , uid, gid] = line.trim().split(':');
  const account = { name: name ?? '', uid: Number(uid), gid: Number(gid) };
  const isWhole = account.name !== '' && /^\d+$/.test(uid ?? '') && /^\d+$/.test(gid ?? '');
  return isWhole ? account : null;
}

/** Looks an account up wherever the host keeps them (files, LDAP); null when there is none. */
export function findAccount(name: string): Omit<Account, 'hasOwnGroups'> | null {
  if (!ACCOUNT_NAME.test(name)) {
    return null;
  }
  try {
    const line = execFileSync('getent', ['passwd', '--', name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5_000,
    });
    return parsePasswdLine(line);
  } catch {
    return null;
  }
}
