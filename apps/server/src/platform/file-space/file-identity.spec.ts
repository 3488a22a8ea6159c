import { lstatSync, type BigIntStats } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  formatIdentity,
  formatWholeIdentity,
  freshStat,
  identityOf,
  isSameFile,
  learnHomeDevice,
  parseIdentity,
  spellingsOfIdentity,
} from './file-identity.js';

/** Two filesystems: what two hosts call one share. */
const [oneHost, otherHost] = [tmpdir(), '/proc'];
const deviceOf = (path: string): bigint => lstatSync(path, { bigint: true }).dev;
const statsOn = (path: string, birthtimeNs = 5n): BigIntStats =>
  Object.assign(lstatSync(oneHost, { bigint: true }), {
    dev: deviceOf(path),
    ino: 7n,
    birthtimeNs,
  });

describe('which file it is', () => {
  it('is the same for two hosts with other numbers for one share', async () => {
    await learnHomeDevice(oneHost);
    const noted = formatIdentity(identityOf(statsOn(oneHost)));
    await learnHomeDevice(otherHost);
    expect(isSameFile(identityOf(statsOn(otherHost)), parseIdentity(noted))).toBe(true);
    expect(formatIdentity(identityOf(statsOn(otherHost)))).toBe(noted);
    // A filesystem that is mounted below, or that a user could make, is another one.
    expect(isSameFile(identityOf(statsOn(oneHost)), parseIdentity(noted))).toBe(false);
  });

  it('is the same where one of the hosts does not know when files are made', async () => {
    await learnHomeDevice(oneHost);
    const known = identityOf(statsOn(oneHost));
    const unknown = identityOf(statsOn(oneHost, 0n));
    expect(formatIdentity(unknown)).toBe('0:7');
    expect(formatWholeIdentity(unknown)).toBe('0:7:0');
    expect(isSameFile(unknown, known)).toBe(true);
    expect(isSameFile(identityOf(statsOn(oneHost, 6n)), known)).toBe(false);
    expect(spellingsOfIdentity(known)).toEqual(expect.arrayContaining(['0:7:5', '0:7']));
  });

  it('is known from the rows of earlier versions, which have the number', async () => {
    await learnHomeDevice(oneHost);
    const earlier = `${deviceOf(oneHost)}:7:5`;
    expect(isSameFile(parseIdentity(earlier), identityOf(statsOn(oneHost)))).toBe(true);
    expect(spellingsOfIdentity(identityOf(statsOn(oneHost)))).toContain(earlier);
  });
});

it('asks anew for what a host may remember as missing, and throws where it is missing', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'file-identity-'));
  try {
    await expect(freshStat(join(dir, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(freshStat(join(dir, 'none/below'))).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(join(dir, 'file'), 'abc');
    await mkdir(join(dir, 'folder'));
    expect((await freshStat(join(dir, 'file'))).size).toBe(3n);
    expect((await freshStat(join(dir, 'folder'))).isDirectory()).toBe(true);
  } finally {
    await rm(dir, { recursive: true });
  }
});
