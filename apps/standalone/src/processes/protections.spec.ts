import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ProtectionsFile } from './protections.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-protections-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const write = (value: unknown): void =>
  writeFileSync(join(folder, 'protections.json'), JSON.stringify(value));

describe('the protections that a start tells', () => {
  test('are those that hold, and what would bring the others', async () => {
    write({
      holds: ['account', 'files', 'of-tomorrow'],
      missing: [
        { protection: 'memory', cure: 'an agent that runs as root' },
        { protection: 'network', cure: 'slirp4netns' },
        { protection: 'io', cure: 'an agent that runs as root' },
        { protection: 3 },
      ],
      more: 1,
    });
    expect(await new ProtectionsFile(folder).describe(signal)).toEqual([
      'Jobs on this host have: an account for each user, only their own files, of-tomorrow.',
      '  They lack a limit of memory, a share of the disk. Needed: an agent that runs as root.',
      '  They lack a network of their own. Needed: slirp4netns.',
    ]);
  });

  test('none at all is said in so many words', async () => {
    write({ holds: [], missing: [] });
    expect(await new ProtectionsFile(folder).describe(signal)).toEqual([
      'Jobs on this host are NOT kept apart from the platform and from each other.',
    ]);
  });

  test('are those of this start', async () => {
    const file = new ProtectionsFile(folder);
    write({ holds: ['files'], missing: [] });
    file.forget();
    expect(await file.describe(signal, 100)).toEqual([]);
    const waiting = file.describe(signal);
    write({ holds: ['account'], missing: [] });
    expect(await waiting).toEqual(['Jobs on this host have: an account for each user.']);
  });

  test('of an agent that writes something else are not told', async () => {
    write(['account']);
    expect(await new ProtectionsFile(folder).describe(signal, 100)).toEqual([]);
  });
});
