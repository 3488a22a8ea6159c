import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { InstanceLock } from './instance-lock.js';
import { readProcess } from './process-table.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
const writeHolder = (holder: unknown): void =>
  writeFileSync(join(folder, 'lock'), JSON.stringify(holder));

test('a free lock is taken, and given back', async () => {
  const lock = new InstanceLock(join(folder, 'lock'));
  expect(await lock.acquire()).toEqual({ state: 'acquired' });
  expect(lock.isHeld).toBe(true);
  lock.release();
  expect(lock.isHeld).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock whose holder runs is refused and stays as it is', async () => {
  const holder = spawn('sleep', ['60']);
  const pid = holder.pid ?? 0;
  writeHolder({ pid, startTicks: readProcess(pid)?.startTicks, bootId: bootId() });
  const before = readFileSync(join(folder, 'lock'), 'utf8');
  const lock = new InstanceLock(join(folder, 'lock'));
  expect(await lock.acquire()).toMatchObject({ state: 'held', holder: { pid } });
  lock.release();
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(before);
  expect(readdirSync(folder)).toEqual(['lock']);
  holder.kill('SIGKILL');
});

test('a lock whose holder is gone is taken over', async () => {
  const { pid } = spawnSync('true');
  writeHolder({ pid, startTicks: 1, bootId: bootId() });
  const lock = new InstanceLock(join(folder, 'lock'));
  expect(await lock.acquire()).toEqual({ state: 'acquired' });
  expect(lock.isHeld).toBe(true);
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('a pid that something else has by now does not hold it', async () => {
  const startTicks = (readProcess(process.ppid)?.startTicks ?? 0) + 1;
  writeHolder({ pid: process.ppid, startTicks, bootId: bootId() });
  const lock = new InstanceLock(join(folder, 'lock'));
  expect(await lock.acquire()).toEqual({ state: 'acquired' });
  expect(lock.isHeld).toBe(true);
});

test('a takeover that was cut short does not block the next one', async () => {
  const gone = { pid: spawnSync('true').pid, startTicks: 1, bootId: bootId() };
  writeHolder(gone);
  writeFileSync(join(folder, 'lock.takeover'), JSON.stringify(gone));
  const lock = new InstanceLock(join(folder, 'lock'));
  expect(await lock.acquire()).toEqual({ state: 'acquired' });
  expect(lock.isHeld).toBe(true);
});
