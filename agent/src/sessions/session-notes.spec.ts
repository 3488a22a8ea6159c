import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isLogindSessionThere, listLogindSessions } from './logind-sessions.js';
import { SessionFinder } from './session-finder.js';
import { parseUtmp } from './utmp-sessions.js';

describe('a glance', () => {
  it('sees that a display number is used again, and nothing where nothing happened', () => {
    const displaySockets = mkdtempSync(join(tmpdir(), 'clusterdesk-displays-'));
    const finder = new SessionFinder({
      displaySockets,
      logindFolder: join(displaySockets, 'none'),
      utmpPath: join(displaySockets, 'none'),
    });
    writeFileSync(join(displaySockets, 'X7'), '');
    utimesSync(displaySockets, 1, 1);
    const before = finder.fingerprint();
    expect(finder.fingerprint()).toBe(before);
    rmSync(join(displaySockets, 'X7'));
    writeFileSync(join(displaySockets, 'X7'), '');
    expect(finder.fingerprint()).not.toBe(before);
    rmSync(displaySockets, { recursive: true });
    expect(finder.fingerprint()).not.toBe(before);
  });
});

describe('the notes of logind', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clusterdesk-logind-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const note = (id: string, fields: Record<string, string>): void =>
    writeFileSync(
      join(folder, id),
      `# This is private data.\n${Object.entries(fields)
        .map(([name, value]) => `${name}=${value}\n`)
        .join('')}`,
    );
  const graphical = {
    UID: '1000',
    USER: 'alice',
    TYPE: 'x11',
    CLASS: 'user',
    STATE: 'active',
    DISPLAY: ':0',
    LEADER: '4711',
    REALTIME: '1700000000123456',
  };

  it('give the graphical sessions of people only', () => {
    note('3', graphical);
    note('c1', { ...graphical, CLASS: 'greeter', USER: 'gdm' });
    note('5', { ...graphical, TYPE: 'tty' });
    note('6', { ...graphical, STATE: 'closing' });
    note('7', { ...graphical, USER: 'bob', SERVICE: 'xrdp-sesman', DISPLAY: '', TYPE: 'wayland' });
    mkdirSync(join(folder, '8.ref'));
    mkdirSync(join(folder, '9'));
    const found = listLogindSessions(folder) ?? [];
    expect(found.map(({ uid }) => uid)).toEqual([1000, 1000, 1000]);
    expect(found.map(({ by }) => by)).toEqual([
      { kind: 'logind', id: '3', isClosing: false },
      { kind: 'logind', id: '6', isClosing: true },
      { kind: 'logind', id: '7', isClosing: false },
    ]);
    expect(found.filter((_, index) => index !== 1).map(({ report }) => report)).toEqual([
      {
        key: 'logind:3@1700000000123',
        kind: 'logind',
        user: 'alice',
        display: ':0',
        since: 1_700_000_000_123,
        idleSince: null,
      },
      expect.objectContaining({ user: 'bob', kind: 'xrdp', display: '' }),
    ]);
  });

  it('tell one session from a later one of the same id', () => {
    note('3', graphical);
    expect(isLogindSessionThere('3', 1_700_000_000_123, folder)).toBe(true);
    expect(isLogindSessionThere('3', 1_700_000_999_999, folder)).toBe(false);
    expect(isLogindSessionThere('4', 1_700_000_000_123, folder)).toBe(false);
  });

  it('keep a session that is closing until it has no process left', () => {
    note('3', { ...graphical, STATE: 'closing' });
    expect(isLogindSessionThere('3', 1_700_000_000_123, folder)).toBe(true);
  });

  it('are none on a host without logind', () => {
    expect(listLogindSessions(join(folder, 'missing'))).toBeNull();
  });
});

describe('utmp', () => {
  function record(
    type: number,
    line: string,
    user: string,
    host: string,
    seconds = 1_700_000_000,
  ): Buffer {
    const bytes = Buffer.alloc(384);
    bytes.writeInt16LE(type, 0);
    bytes.writeInt32LE(42, 4);
    bytes.write(line, 8);
    bytes.write(user, 44);
    bytes.write(host, 76);
    bytes.writeInt32LE(seconds, 340);
    return bytes;
  }

  it('gives who is signed in on a display', () => {
    const content = Buffer.concat([
      record(2, '~', 'reboot', '6.1'),
      record(7, 'pts/0', 'carol', '10.0.0.9'),
      record(7, ':0', 'alice', ''),
      record(7, 'tty7', 'bob', ':1.0'),
      record(8, ':2', 'gone', ''),
      Buffer.alloc(100),
    ]);
    expect(parseUtmp(content)).toEqual([
      expect.objectContaining({ user: 'alice', display: ':0', since: 1_700_000_000_000, pid: 42 }),
      expect.objectContaining({ user: 'bob', display: ':1' }),
    ]);
  });

  it('counts neither the windows of a terminal nor a display twice', () => {
    const content = Buffer.concat([
      record(7, 'pts/1', 'alice', ':0'),
      record(7, 'tty7', 'alice', ':0', 1_700_000_500),
      record(7, ':0', 'alice', '', 1_700_000_400),
    ]);
    expect(parseUtmp(content).map(({ since }) => since)).toEqual([1_700_000_400_000]);
  });
});
