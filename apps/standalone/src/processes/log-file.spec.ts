import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LogFile } from './log-file.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-log-'));
  path = join(folder, 'server.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string): ChildProcess =>
  spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });

async function follow(log: LogFile, child: ChildProcess): Promise<void> {
  log.follow(child.stdout, child.stderr);
  await once(child, 'close');
}

describe('LogFile', () => {
  test('keeps what each child writes, and gives back what the last one wrote', async () => {
    const log = new LogFile(path);
    await follow(log, run(`console.log('before')`));
    await follow(log, run(`console.log('after'); console.error('error')`));
    const words = await log.readSinceStart();
    expect(words.split('\n').sort()).toEqual(['', 'after', 'error']);
    await log.close();
    expect(readFileSync(path, 'utf8')).toMatch(/^before\n/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('is rotated while the child runs, three old ones are kept, and no line is lost', async () => {
    const log = new LogFile(path, { size: '1K', kept: 3 });
    const child = run(`
      let count = 0;
      const timer = setInterval(() => {
        for (let line = 0; line < 20; line += 1) {
          console.log('line ' + String(count++).padStart(5, '0'));
        }
        if (count === 2000) clearInterval(timer);
      }, 1);`);
    await follow(log, child);
    await log.close();
    const kept = [3, 2, 1].map((age) => `${path}.${String(age)}`).concat(path);
    expect(kept.map((file) => existsSync(file))).toEqual([true, true, true, true]);
    expect(existsSync(`${path}.4`)).toBe(false);
    const lines = kept.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'));
    const last = lines.filter((line) => line !== '').slice(-30);
    expect(last).toEqual(Array.from({ length: 30 }, (_, index) => `line 0${String(1970 + index)}`));
  });

  test('does not hold the child up when it cannot be written', async () => {
    mkdirSync(path);
    const log = new LogFile(path);
    const child = run(`process.stdout.write('x'.repeat(5_000_000) + 'end')`);
    await follow(log, child);
    expect(child.exitCode).toBe(0);
    expect(await log.readSinceStart()).toMatch(/xend$/);
    await log.close();
  });

  test('is written again as soon as that is tried and possible', async () => {
    mkdirSync(path);
    const log = new LogFile(path, undefined, { reopenLogMs: 0 });
    await follow(log, run(`console.log('lost')`));
    rmdirSync(path);
    await follow(log, run(`console.log('kept')`));
    await log.close();
    expect(readFileSync(path, 'utf8')).toBe('kept\n');
  });
});
