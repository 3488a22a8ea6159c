import { execFile } from 'node:child_process';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../../config/config.js';

/** An account of the cluster that jobs run as. */
export interface SlurmAccount {
  name: string;
  uid: number;
  gid: number;
  /** Its home folder on the cluster. */
  home: string;
}

/** The account of nobody, and what NFS and containers show for unknown ones. */
const nobody = 65_534;
/** How long a directory service may take, milliseconds. */
const lookUpMs = 5_000;
/** getent(1): the key is not in the database. */
const notFound = 2;

/** Finds the accounts that users' jobs in Slurm run as: those of the same names. */
@Injectable()
export class SlurmAccounts {
  constructor(private readonly config: Config) {}

  /**
   * The account of the cluster that has this user's name; null when there is none, or when it belongs to the system: a user who is
   * named `slurm` must not administer Slurm.
   * @throws Error when the host cannot say (a directory service is away)
   */
  async find(userName: string): Promise<SlurmAccount | null> {
    const line = await readPasswd(userName);
    const [name = '', , uid, gid, , home = ''] = line.trim().split(':');
    const account = { name, uid: Number(uid), gid: Number(gid), home };
    const first = this.config.slurm?.firstUid ?? Infinity;
    // getent takes a number for a uid, so it may answer with an account of another name.
    const isOwn = name === userName && home.startsWith('/');
    return isOwn && account.uid >= Math.max(1, first) && account.uid !== nobody && account.gid > 0
      ? account
      : null;
  }
}

function readPasswd(userName: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('getent', ['passwd', '--', userName], { timeout: lookUpMs }, (error, text) => {
      if (error && error.code !== notFound) {
        reject(new Error('The accounts of this host could not be read.', { cause: error }));
        return;
      }
      resolve(error ? '' : text);
    });
  });
}
