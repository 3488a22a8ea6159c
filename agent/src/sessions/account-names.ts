import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findAccount } from '../host/accounts.js';

const run = promisify(execFile);

const lookupMs = 3_000;

/** The names and numbers of the accounts that sessions belong to. Those of LDAP are asked for once. */
export class AccountNames {
  private readonly names = new Map<number, string>();
  private readonly uids = new Map<string, number>();

  /** The number itself where no name is known. */
  async nameOf(uid: number): Promise<string> {
    const known = this.names.get(uid) ?? localAccountName(uid);
    if (known !== null) {
      return known;
    }
    try {
      const { stdout } = await run('getent', ['passwd', String(uid)], { timeout: lookupMs });
      const [name] = stdout.split(':');
      if (name) {
        this.names.set(uid, name);
        return name;
      }
    } catch {
      // The number says who it is, too; the name is asked for again with the next look.
    }
    return String(uid);
  }

  /** Null where the host knows no such account, or does not answer. */
  async uidOf(name: string): Promise<number | null> {
    const known = this.uids.get(name);
    if (known !== undefined) {
      return known;
    }
    const account = await findAccount(name).catch(() => null);
    if (account !== null) {
      this.uids.set(name, account.uid);
    }
    return account?.uid ?? null;
  }
}

/** The name of an account out of the host's own list; null: only another service knows it. */
function localAccountName(uid: number): string | null {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    const line = lines.find((text) => text.split(':')[2] === String(uid));
    return line?.split(':')[0] ?? null;
  } catch {
    return null;
  }
}
