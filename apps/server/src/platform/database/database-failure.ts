import { isNativeError } from 'node:util/types';
import { answerCodes } from '@clusterdesk/contracts';
import { DomainError } from '../http/domain-error.js';
import { isReferenceGone } from './is-taken.js';
import { SilentPostgresError } from './postgres-deadlines.js';

/** PostgreSQL cannot be reached, or stopped answering. */
export class DatabaseAwayError extends DomainError {
  constructor() {
    super('DATABASE_AWAY', answerCodes.unavailable, {
      cn: '数据库暂时无法访问，请稍后重试；若持续出现，请联系管理员',
      en: 'The database cannot be reached. Try again in a moment. If the problem persists, tell an administrator.',
    });
  }
}

/** PostgreSQL answers, but this took too long: a lock held elsewhere, too much load, or too much work. */
export class DatabaseBusyError extends DomainError {
  constructor() {
    super('DATABASE_BUSY', answerCodes.unavailable, {
      cn: '系统繁忙，操作未完成，请稍后重试',
      en: 'The platform is too busy to finish this. Try again in a moment.',
    });
  }
}

/** SQLSTATE of a statement that was ended by a limit: canceled, lock not available, deadlock. */
const busyStates = new Set(['57014', '55P03', '40P01']);
/**
 * SQLSTATE of a server that goes, comes, takes no changes or has no room: shutdown, crash, starting, standby, too many connections, ended
 * sessions.
 */
const awayStates = /^(57P0[1-5]|53300|25006|25P0[34]|08\w{3})$/;
/** System errors of a connection. */
const awayErrnos = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The same of the file of a Unix socket: none there, or more connections than PostgreSQL takes at once. */
const awayUnixErrnos = new Set(['ENOENT', 'EACCES', 'EAGAIN']);
/**
 * Errors of pg and its pool that have a message but no code. The pool's own timeouts stand first: all connections were in use, or a new one was not
 * made in time. A database that is not there refuses a connection.
 */
const busyMessage =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;
const awayMessage =
  /^(Connection terminated|timeout expired$|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** What a failed statement or connection means for the caller, also where that was read before; null: it is an error of ours. */
export function readDatabaseFailure(thrown: unknown): DatabaseAwayError | DatabaseBusyError | null {
  if (thrown instanceof DatabaseAwayError || thrown instanceof DatabaseBusyError) {
    return thrown;
  }
  for (const error of withCauses(thrown)) {
    if (error instanceof SilentPostgresError) {
      return new DatabaseAwayError();
    }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    if (busyStates.has(code) || busyMessage.test(error.message)) {
      return new DatabaseBusyError();
    }
    if (
      awayStates.test(code) ||
      isConnectionErrno(error, code) ||
      awayMessage.test(error.message)
    ) {
      return new DatabaseAwayError();
    }
  }
  return null;
}

/** Whether a row was to be tied to a session that is no more: its call was let in, and the session ended meanwhile. */
export function isSessionGone(thrown: unknown): boolean {
  return withCauses(thrown).some(
    (error) =>
      isReferenceGone(error) &&
      'constraint' in error &&
      String(error.constraint).endsWith('_session_fk'),
  );
}

/** A socket's error; those of files have a path. A Unix socket is a file that is not there while PostgreSQL is not. */
function isConnectionErrno(error: Error, code: string): boolean {
  if (!('syscall' in error) || 'path' in error) {
    return false;
  }
  return awayErrnos.has(code) || (error.syscall === 'connect' && awayUnixErrnos.has(code));
}

/** The error, what TypeORM wrapped in it, and what pg gave as its cause. */
function withCauses(thrown: unknown): Error[] {
  const found: Error[] = [];
  for (let error = thrown; isNativeError(error) && found.length < 5;) {
    found.push(error);
    error = 'driverError' in error ? error.driverError : error.cause;
  }
  // Several addresses of one host: an error for each.
  return found.flatMap((error) =>
    error instanceof AggregateError ? [error, ...error.errors.filter(isNativeError)] : [error],
  );
}
