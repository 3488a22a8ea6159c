import { expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { PinoLogger } from './pino-logger.js';

function logged(fields: object): string {
  let text = '';
  new PinoLogger('trace', 'spec', { write: (line) => (text += line) }).error(fields, 'words');
  return text;
}

it('tells the statement that failed and not its values', () => {
  const driverError = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'user_session_token_unique',
    detail: 'Key (token_hash)=(secret-3) already exists.',
    where: 'unnamed portal parameter $1 = secret-4',
  });
  const failed = new QueryFailedError(
    'INSERT INTO x VALUES ($1, $2)',
    ['secret-1', Buffer.from('secret-2')],
    driverError,
  );
  const text = logged({ err: new Error('outer', { cause: failed }) });
  expect(JSON.parse(text)).toMatchObject({
    err: {
      message: 'outer',
      cause: {
        type: 'QueryFailedError',
        query: 'INSERT INTO x VALUES ($1, $2)',
        code: '23505',
        constraint: 'user_session_token_unique',
      },
    },
  });
  expect(text).not.toMatch(/secret-|"data":\[/);
});

it('tells each error of several', () => {
  const text = logged({ err: new AggregateError([new Error('one'), 'two'], 'both') });
  expect(JSON.parse(text)).toMatchObject({
    err: { message: 'both', errors: [{ message: 'one' }, 'two'] },
  });
});

it.each(['authorization', 'cookie', 'oldPassword', 'password', 'secret', 'ticket', 'token'])(
  'leaves out %s, wherever it stands',
  (name) => {
    const value = { [name]: 'not-for-logs' };
    expect(logged({ ...value, one: { ...value, two: value } })).not.toContain('not-for-logs');
  },
);
