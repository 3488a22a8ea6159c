import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readLauncherOptions } from './launcher-options.js';

describe('readLauncherOptions', () => {
  test('without variables: the documented defaults', () => {
    expect(readLauncherOptions({})).toEqual({
      port: 8080,
      host: '0.0.0.0',
      dataDir: resolve('data'),
      databaseUrl: null,
      filesDir: null,
      hasLocalAgent: true,
      adminPassword: null,
      stopTimeoutMs: 10_000,
    });
  });

  test('an empty variable counts as absent', () => {
    expect(readLauncherOptions({ PORT: '', LOCAL_AGENT: ' ' })).toMatchObject({
      port: 8080,
      hasLocalAgent: true,
    });
  });

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['HOST', 'not a host'],
    ['LOCAL_AGENT', 'yes'],
    ['STOP_TIMEOUT_MS', '999'],
    ['STOP_TIMEOUT_MS', '3600001'],
    ['STOP_TIMEOUT_MS', '10s'],
    ['DATABASE_URL', 'mysql://localhost/x'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readLauncherOptions({ [name]: value })).toThrow(new RegExp(`^${name} must `));
  });

  test('every wrong variable has its line, and no password is shown', () => {
    const env = { PORT: 'x', DATABASE_URL: 'http://user:secret@host/db' };
    const message = ((): string => {
      try {
        readLauncherOptions(env);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(message.split('\n')).toHaveLength(2);
    expect(message).not.toContain('secret');
  });
});
