import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isRunning } from '@clusterdesk/host';
import { until } from '../../../testing/agent-process.js';
import { jobMarker, spawnLauncher } from './launcher.js';
import { JobFolder } from '../../jobs/job-folder.js';

let jobsDir: string;
let folder: JobFolder;

beforeEach(() => {
  jobsDir = mkdtempSync(join(tmpdir(), 'clusterdesk-launcher-'));
  folder = new JobFolder(jobsDir, 'j1');
  const dirs = { visibleDirs: [jobsDir], hiddenDirs: [], workDir: jobsDir };
  const command = { jobId: 'j1', attempt: 1, jobName: '', userName: '', script: '', ...dirs };
  folder.create({
    command: { ...command, cpus: 1, timeoutMs: null, env: {} },
    confinement: 'none',
    processors: null,
  });
  folder.writeInputs({ script: '', environment: '', filter: null });
});
afterEach(() => rmSync(jobsDir, { recursive: true }));

const launch = (script: string) =>
  spawnLauncher(folder.path, jobMarker(folder.path, 1), ['/bin/sh', '-c', script]);

describe('the launcher', () => {
  it('says who it is before the job runs, and the exit code after', async () => {
    const gate = join(jobsDir, 'go');
    launch(`until [ -e '${gate}' ]; do sleep 0.05; done; echo out; echo err >&2; exit 9`);
    await until('its start', () => folder.readStarted() !== null);
    const { launcher } = folder.readStarted() ?? {};
    expect(launcher && isRunning(launcher)).toBe(true);
    expect(folder.readExit()).toBeNull();
    writeFileSync(gate, '');
    await until('the exit code', () => folder.readExit() !== null);
    expect(folder.readExit()?.code).toBe(9);
    await until('its end', () => !(launcher && isRunning(launcher)));
    expect(readFileSync(folder.outputPath, 'utf8')).toBe('out\nerr\n');
  });

  it('is one, however many are started', async () => {
    const children = Array.from({ length: 8 }, () => launch('echo run; sleep 0.2'));
    await until('all to be gone', () => children.every(({ exitCode }) => exitCode !== null));
    expect(readFileSync(folder.outputPath, 'utf8')).toBe('run\n');
    expect(folder.readExit()?.code).toBe(0);
  });

  it('never takes more of the disk than is kept, and the job goes on', async () => {
    const kept = 1024 * 1024;
    const script = 'dd if=/dev/zero bs=1M count=64 2>/dev/null; exit 3';
    const marker = jobMarker(folder.path, 1);
    const child = spawnLauncher(folder.path, marker, ['/bin/sh', '-c', script], kept);
    await until('it to be gone', () => child.exitCode !== null);
    expect(folder.readExit()?.code).toBe(3);
    const { size, blocks } = statSync(folder.outputPath);
    expect(size).toBe(kept + 512);
    expect(blocks * 512).toBeLessThan(2 * kept);
    // Less is kept than of any job: its end says so.
    expect(folder.isOutputTorn).toBe(true);
  });

  it('does not start a job that was barred, and bars nothing once it has started', async () => {
    expect(folder.barLauncher()).toBe(true);
    const child = launch('echo run');
    await until('it to be gone', () => child.exitCode !== null);
    expect(existsSync(folder.outputPath)).toBe(false);
    expect(folder.barLauncher()).toBe(false);
    expect(folder.readStarted()).toMatchObject({ launcher: null });
  });
});

describe('the spool', () => {
  it('has what a launcher reads whole at any moment, however often it is written', async () => {
    const script = 'echo line\n'.repeat(50_000);
    const write = (): void => folder.writeInputs({ script, environment: '', filter: null });
    write();
    const look = `$| = 1; until (-e 'stop') { print -s 'script' // 'none', "\\n"; }`;
    const reader = spawn('perl', ['-e', look], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const seen = new Set<string>();
    createInterface(reader.stdout).on('line', (line) => seen.add(line));
    const end = once(reader, 'close');
    await until('the reader', () => seen.size > 0);
    for (let round = 0; round < 200; round += 1) {
      write();
    }
    writeFileSync(join(folder.path, 'stop'), '');
    await end;
    expect([...seen]).toEqual([String(script.length)]);
  });

  it('takes a torn file for none', () => {
    for (const name of ['exit', 'stop.json', 'end.json', 'spec.json']) {
      writeFileSync(join(folder.path, name), '');
    }
    expect(folder.readExit()).toBeNull();
    expect(folder.readStopRequest()).toBeNull();
    expect(folder.readEnd()).toBeNull();
    expect(folder.readSpec()).toBeNull();
  });
});
