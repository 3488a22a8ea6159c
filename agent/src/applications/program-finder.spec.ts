import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { foundProgramsSchema, lookedForMax, programName } from '@clusterdesk/contracts';
import { ProgramFinder } from './program-finder.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-programs-'));
  ['a', 'b'].forEach((name) => mkdirSync(join(dir, name)));
});
afterEach(() => rmSync(dir, { recursive: true }));

const put = (path: string, mode = 0o755): void => {
  writeFileSync(join(dir, path), `#!/bin/sh\ntouch ${dir}/ran\n`);
  chmodSync(join(dir, path), mode);
};
const finder = () => new ProgramFinder([join(dir, 'a'), join(dir, 'b'), join(dir, 'missing')]);

it('finds programs on the path of the system, and nothing else', async () => {
  put('a/htop');
  put('b/tmux');
  put('b/notes', 0o644);
  mkdirSync(join(dir, 'a', 'folder'));
  symlinkSync(join(dir, 'b', 'tmux'), join(dir, 'a', 'link'));
  symlinkSync(join(dir, 'nowhere'), join(dir, 'a', 'broken'));
  const found = finder();
  found.lookFor(['htop', 'tmux', 'link', 'notes', 'folder', 'broken', 'missing']);
  await found.takeWhenDue();
  expect(found.untold()?.words.programs).toEqual({
    ...{ htop: true, tmux: true, link: true },
    ...{ notes: false, folder: false, broken: false, missing: false },
  });
});

it('tells what it found once to each server, and again when that changes', async () => {
  const found = finder();
  await found.takeWhenDue();
  // Nobody asked.
  expect(found.untold()).toBeNull();
  found.lookFor(['htop']);
  await found.takeWhenDue();
  expect(found.untold()?.words.programs).toEqual({ htop: false });
  found.untold()?.noteTold();
  expect(found.untold()).toBeNull();
  found.tellAgain();
  expect(found.untold()?.words.programs).toEqual({ htop: false });
  found.untold()?.noteTold();
  put('a/htop');
  // Not yet: it looks once a minute.
  await found.takeWhenDue();
  expect(found.untold()).toBeNull();
  found.lookFor(['htop']);
  await found.takeWhenDue();
  expect(found.untold()?.words.programs).toEqual({ htop: true });
  found.untold()?.noteTold();
  found.lookFor([]);
  await found.takeWhenDue();
  expect(found.untold()?.words.programs).toEqual({});
});

it.each(['../sh', '/bin/sh', '.', '..', '-rf', 'a b', '', 'a/b', 'x'.repeat(65), 'a\n'])(
  'no server can have it look for %j',
  (name) => {
    expect(programName.safeParse(name).success).toBe(false);
    expect(foundProgramsSchema.safeParse({ [name]: true }).success).toBe(false);
  },
);

it('tells of no more than are asked for', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, true]));
  expect(foundProgramsSchema.safeParse(many(lookedForMax)).success).toBe(true);
  expect(foundProgramsSchema.safeParse(many(lookedForMax + 1)).success).toBe(false);
});
