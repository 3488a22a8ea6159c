import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DatabaseAwayError, DatabaseBusyError, readDatabaseFailure } from './database-failure.js';

/** The error of a promise, as an Error of Jest's own world: those of Node's modules are of another one here. */
const errorOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('It succeeded.'),
    (error: unknown) => Object.assign(new Error(), error),
  );

describe('a database that is away', () => {
  it.each([
    ['a port', 'postgresql://x:y@127.0.0.1:1/postgres'],
    ['a Unix socket', 'postgresql://x:y@localhost:5432/postgres?host=%2Fnonexistent'],
  ])('is known by the error of %s', async (_, connectionString) => {
    const error = await errorOf(new Client({ connectionString }).connect());
    expect(readDatabaseFailure(error)).toBeInstanceOf(DatabaseAwayError);
  });

  it.each([
    ['Connection terminated unexpectedly', DatabaseAwayError],
    ['Connection terminated due to connection timeout', DatabaseBusyError],
    ['timeout exceeded when trying to connect', DatabaseBusyError],
  ])('is told from one that is busy: %s', (message, failure) => {
    const cause = new Error('Connection terminated unexpectedly');
    expect(readDatabaseFailure(new Error(message, { cause }))).toBeInstanceOf(failure);
  });

  it('is not taken for a file that is away', async () => {
    const error = await errorOf(readFile('/nonexistent/file'));
    expect(error).toMatchObject({ code: 'ENOENT' });
    expect(readDatabaseFailure(error)).toBe(null);
  });
});
