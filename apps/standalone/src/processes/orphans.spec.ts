import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isAlive, type ProcessIdentity } from '@clusterdesk/host';
import { ChildrenNote } from './orphans.js';

let folder: string;
let child: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-children-'));
  child = spawn('sleep', ['600']);
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const file = (): string => join(folder, 'children.json');

test('a child that a killed launcher left is ended, the database is not', async () => {
  const pid = child.pid ?? null;
  const note = new ChildrenNote(folder, 0);
  note.write([{ name: 'database', pid }]);
  await note.endOrphans();
  expect(isAlive(child.pid!)).toBe(true);
  const end = once(child, 'exit');
  note.write([
    { name: 'server', pid },
    { name: 'worker', pid: null },
  ]);
  await note.endOrphans();
  expect(await end).toEqual([null, 'SIGTERM']);
});

test('whoever has the number of a child by now is left alone', async () => {
  const note = new ChildrenNote(folder, 0);
  note.write([{ name: 'server', pid: child.pid ?? null }]);
  const [noted] = JSON.parse(readFileSync(file(), 'utf8')) as (ProcessIdentity & {
    name: string;
  })[];
  writeFileSync(file(), JSON.stringify([{ ...noted, startTicks: noted!.startTicks - 1 }]));
  await note.endOrphans();
  writeFileSync(file(), JSON.stringify([{ ...noted, bootId: 'another start of the host' }]));
  await note.endOrphans();
  expect(isAlive(child.pid!)).toBe(true);
});
