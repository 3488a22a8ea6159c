import {
  constants,
  openSync,
  closeSync,
  fstatSync,
  readFileSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { ConfigError } from '../config-error.js';
import { log, messageOf } from '../log.js';

/** An enrolment token is much shorter; a longer file is another one, named by mistake. */
const tokenFileMaxBytes = 4096;

/**
 * The enrolment token that somebody left in a file, so that it stands in no list of processes and in no unit file. Without line
 * breaks and spaces around it; undefined where the file is gone or empty: the node was enrolled with it. Throws ConfigError.
 */
export function readTokenFile(path: string): string | undefined {
  let file: number;
  try {
    // Not a link that somebody else may have set, and not a pipe, which would be waited for.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw new ConfigError([`AGENT_TOKEN_FILE cannot be read: ${messageOf(error)}.`]);
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > tokenFileMaxBytes) {
      throw new ConfigError([`AGENT_TOKEN_FILE ${path} is not a file with a token.`]);
    }
    if ((stat.mode & 0o077) !== 0) {
      throw new ConfigError([
        `AGENT_TOKEN_FILE ${path} must be open to its owner alone: chmod 600 it.`,
      ]);
    }
    const token = readFileSync(file, 'utf8').trim();
    return token === '' ? undefined : token;
  } finally {
    closeSync(file);
  }
}

/** The token is used up: what lies around of it can only mislead. A file that cannot be removed is emptied. */
export function removeTokenFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    try {
      truncateSync(path);
    } catch (error) {
      log(
        `AGENT_TOKEN_FILE can be neither removed nor emptied, do it by hand: ${messageOf(error)}`,
      );
    }
  }
}
