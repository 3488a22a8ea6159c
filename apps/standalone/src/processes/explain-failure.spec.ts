import { describe, expect, test } from '@jest/globals';
import { explainFailure } from './explain-failure.js';

describe('explainFailure', () => {
  test('prefers the error lines of a JSON log', () => {
    const output = [
      '{"level":30,"msg":"Starting"}',
      '{"level":50,"msg":"The database refuses the password."}',
      '{"level":30,"msg":"Bye"}',
    ].join('\n');
    expect(explainFailure(output)).toEqual(['The database refuses the password.']);
  });

  test('takes the thrown error out of source lines and stack', () => {
    const output =
      'file:///x.js:1\nboom()\n^\n\nTypeError: boom is not a function\n    at x.js:1\n';
    expect(explainFailure(output)).toEqual(['TypeError: boom is not a function']);
  });

  test('passes no control characters on to the terminal', () => {
    expect(explainFailure('\u001B]0;owned\u0007bad \u202Eabc\r\n')).toEqual([']0;ownedbad abc']);
    const logged = JSON.stringify({ level: 50, msg: 'one\u001B[2Jtwo' });
    expect(explainFailure(logged)).toEqual(['one [2Jtwo']);
  });

  test('else shows the last plain lines', () => {
    expect(explainFailure('TIME_ZONE is wrong.\n')).toEqual(['TIME_ZONE is wrong.']);
  });
});
