import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { metricReportSchema } from '@clusterdesk/contracts';
import { parseProcessUse, ProcessReader, readPageBytes } from './processes.js';

let dir: string;
let now: number;
let reader: ProcessReader;

/** A process as the kernel tells it, with its processor time in ticks and its memory in pages. */
function run(pid: number, name: string, ticks: number, pages: number): void {
  mkdirSync(join(dir, String(pid)), { recursive: true });
  const line = `${pid} (${name}) S 1 1 1 0 -1 4194560 9 0 0 0 ${ticks} 0 0 0 20 0 1 0 ${pid * 7} 1000000 ${pages} 18446744073709551615`;
  writeFileSync(join(dir, String(pid), 'stat'), line);
  writeFileSync(join(dir, String(pid), 'cmdline'), `${name}\0--password=s3cret\0`);
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-processes-'));
  now = 1_000;
  writeFileSync(
    join(dir, 'passwd'),
    `root:x:0:0::/:/bin/sh\nme:x:${process.getuid?.() ?? 0}:1::/:/bin/sh\n`,
  );
  reader = new ProcessReader(dir, join(dir, 'passwd'), () => now, 4_096);
});
afterEach(() => rmSync(dir, { recursive: true }));

it('reads names with spaces and brackets, and nothing of a broken line', () => {
  expect(
    parseProcessUse('42 (a (b) c) R 1 1 1 0 -1 0 0 0 0 0 3 4 0 0 20 0 1 0 9 0 2 0', 4_096),
  ).toEqual({
    ...{ pid: 42, name: 'a (b) c', ticks: 7, memoryBytes: 8_192, startTicks: 9 },
  });
  expect(parseProcessUse('', 4_096)).toBeNull();
  expect(parseProcessUse('42 (cut', 4_096)).toBeNull();
});

it('counts memory in the pages of the kernel', () => {
  const smaps = join(dir, 'smaps');
  writeFileSync(
    smaps,
    'aaaa-bbbb r--p 0 08:01 1 /bin/x\nSize: 9 kB\nKernelPageSize:       64 kB\n',
  );
  expect(readPageBytes(smaps)).toBe(65_536);
  expect(readPageBytes(join(dir, 'none'))).toBe(4_096);
});

it('names what used most since the look before, and nothing of its arguments', () => {
  run(1, 'idle', 500, 10);
  run(2, 'solver', 100, 20);
  expect(reader.take()).toBeNull();
  now += 2_000;
  run(2, 'solver', 400, 20);
  const taken = reader.take() ?? [];
  expect(taken[0]).toEqual({
    ...{ pid: 2, name: 'solver', user: 'me' },
    cpu: 150,
    memoryBytes: 81_920,
  });
  expect(taken[1]).toMatchObject({ name: 'idle', cpu: 0 });
  expect(JSON.stringify(taken)).not.toContain('s3cret');
  expect(metricReportSchema.parse({ samples: [], processes: taken }).processes).toEqual(taken);
});

it('names ten of each order at most, each once', () => {
  const pids = Array.from({ length: 60 }, (_, index) => index + 1);
  pids.forEach((pid) => run(pid, `p${pid}`, 0, pid));
  reader.take();
  now += 1_000;
  pids.forEach((pid) => run(pid, `p${pid}`, 60 - pid, pid));
  const taken = reader.take() ?? [];
  expect(taken).toHaveLength(20);
  expect(taken[0]?.pid).toBe(1);
  expect(taken.some(({ pid }) => pid === 60)).toBe(true);
});
