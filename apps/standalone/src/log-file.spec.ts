import {
  closeSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { explainFailure, LogFile } from './log-file.js';

describe('LogFile', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clusterdesk-log-'));
    path = join(folder, 'server.log');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('gives back what was written since it was opened last', () => {
    writeFileSync(path, 'before\n');
    const log = new LogFile(path);
    const output = log.open();
    writeSync(output, 'after\n');
    closeSync(output);
    expect(log.readSinceOpened()).toBe('after\n');
  });

  test('is turned over when it is over 10 MiB, and three old ones are kept', () => {
    for (let round = 0; round < 5; round += 1) {
      writeFileSync(path, Buffer.alloc(10 * 1024 * 1024 + 1, String(round)));
      closeSync(new LogFile(path).open());
      expect(statSync(path).size).toBe(0);
    }
    expect([1, 2, 3, 4].map((age) => existsSync(`${path}.${age}`))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

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

  test('else shows the last plain lines', () => {
    expect(explainFailure('TIME_ZONE is wrong.\n')).toEqual(['TIME_ZONE is wrong.']);
  });
});
