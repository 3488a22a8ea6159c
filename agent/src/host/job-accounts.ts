import type { RunScript } from '@clusterdesk/contracts';
import { RunRefusedError } from '../runs/run-refused-error.js';
import { type Account, AccountLookupError, findAccount, findGroups } from './accounts.js';

/** Uids, and the same gids, that are for jobs alone: the user with number n has first + n, and `first` is for trials. */
export interface UidRange {
  first: number;
  last: number;
}

/**
 * Whose account a job runs as. `own`: the agent's, which is not root. `mapped`: that with the name of the job's user. `numbered`: one
 * of a range, by the number of the user; on disk the user's files belong to `files`, the platform's account.
 */
export type JobAccounts =
  { kind: 'own' } | { kind: 'mapped' } | { kind: 'numbered'; range: UidRange; files: Account };

/** The account of trials, which no user has. */
export function trialAccount(accounts: JobAccounts): Account | null {
  switch (accounts.kind) {
    case 'own':
      return null;
    case 'mapped':
      return { name: 'nobody', uid: 65534, gid: 65534, groups: [] };
    case 'numbered':
      return numberedAccount(accounts.range, 0);
  }
}

/** The account of a job; null: the agent's own. @throws RunRefusedError */
export async function findJobAccount(
  accounts: JobAccounts,
  { userName, userNumber }: Pick<RunScript, 'userName' | 'userNumber'>,
): Promise<Account | null> {
  switch (accounts.kind) {
    case 'own':
      return null;
    case 'mapped':
      return findMappedAccount(userName);
    case 'numbered': {
      const { first, last } = accounts.range;
      if (userNumber === undefined || first + userNumber > last) {
        const sentence =
          userNumber === undefined
            ? 'the server does not say which user it is.'
            : `user number ${String(userNumber)} is beyond AGENT_JOB_UIDS.`;
        throw new RunRefusedError('AGENT_ACCOUNT_RANGE', sentence);
      }
      return numberedAccount(accounts.range, userNumber);
    }
  }
}

function numberedAccount({ first }: UidRange, number: number): Account {
  return { name: `job${String(number)}`, uid: first + number, gid: first + number, groups: [] };
}

async function findMappedAccount(userName: string): Promise<Account> {
  try {
    const account = await findAccount(userName);
    if (account !== null && account.uid !== 0) {
      return { ...account, groups: await findGroups(userName) };
    }
  } catch (error) {
    throw error instanceof AccountLookupError
      ? new RunRefusedError('AGENT_ACCOUNT_LOOKUP_FAILED', `${error.message}.`)
      : error;
  }
  const sentence = `this host has no usable account ${userName}.`;
  throw new RunRefusedError('AGENT_ACCOUNT_UNKNOWN', sentence);
}
