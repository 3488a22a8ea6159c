import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** An operating system account that jobs run as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
  /** Its other groups. */
  groups: number[];
}

/** The host's account database failed or did not answer: nothing is known about the account. */
export class AccountLookupError extends Error {
  override readonly name = 'AccountLookupError';
}

const accountName = /^[a-z_][a-z0-9_.@-]{0,254}$/i;

/** Below the 5 s that the server waits for the answer to a job. */
const lookupTimeoutMs = 3_000;

/** getent(1): one or more of the names were not found. */
const notFoundStatus = 2;

const run = promisify(execFile);

/** Reads one line as `getent passwd` prints it. */
export function parsePasswdLine(line: string): Omit<Account, 'groups'> | null {
  const [name, , uid, gid] = line.trim().split(':');
  const account = { name: name ?? '', uid: Number(uid), gid: Number(gid) };
  const isWhole = account.name !== '' && /^\d+$/.test(uid ?? '') && /^\d+$/.test(gid ?? '');
  return isWhole ? account : null;
}

/**
 * Looks an account up wherever the host keeps them (files, LDAP); null when the host says that there is none.
 * @param getent the program that is asked
 * @throws AccountLookupError when it gives no answer
 */
export async function findAccount(
  name: string,
  getent = 'getent',
  timeoutMs = lookupTimeoutMs,
): Promise<Omit<Account, 'groups'> | null> {
  if (!accountName.test(name)) {
    return null;
  }
  try {
    const { stdout } = await run(getent, ['passwd', '--', name], {
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    return parsePasswdLine(stdout);
  } catch (error) {
    if ((error as { code?: unknown }).code === notFoundStatus) {
      return null;
    }
    throw lookupError(error, getent, name, timeoutMs);
  }
}

/**
 * The groups of an account that there is. They are asked for here because the host's services that know them are out of a job's reach.
 * @throws AccountLookupError when there is no answer
 */
export async function findGroups(name: string, timeoutMs = lookupTimeoutMs): Promise<number[]> {
  try {
    const { stdout } = await run('id', ['-G', '--', name], {
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    return stdout.trim().split(' ').map(Number);
  } catch (error) {
    throw lookupError(error, 'id', name, timeoutMs);
  }
}

function lookupError(
  error: unknown,
  program: string,
  name: string,
  timeoutMs: number,
): AccountLookupError {
  const { code, killed } = error as { code?: unknown; killed?: boolean };
  const why = killed ? `did not answer in ${String(timeoutMs / 1000)} s` : `failed (${code})`;
  const sentence = `${program} ${why} when it was asked for ${name}`;
  return new AccountLookupError(sentence, { cause: error });
}
