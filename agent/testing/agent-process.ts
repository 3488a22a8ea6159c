import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunScript } from '@clusterdesk/contracts';
import { isDead, listDescendants, listProcesses, readProc } from '@clusterdesk/host';
import type { Timings } from '../src/timings.js';
import { removeGroups } from './job-groups.js';

const here = dirname(fileURLToPath(import.meta.url));

/** The account that users' files belong to in specs, and that ordinary agents run as; nobody on every Linux. */
export const nobodyId = 65534;

/** The number of the user of a job in specs, and the uid that a root agent gives the user's jobs. */
export const userNumber = 7;
export const jobUid = 1_900_000_000 + userNumber;
export const isRoot = process.getuid?.() === 0;

/** Folders of one spec file, with a bundle of the present sources that any account may read. */
export interface Bench {
  dir: string;
  bundle: string;
}

/** Every job gets a fresh /tmp, so folders there would be hidden without being covered: root's tests live elsewhere. */
const benchRoot = isRoot ? '/var/lib' : tmpdir();

export function createBench(): Bench {
  const dir = realpathSync(mkdtempSync(join(benchRoot, 'clusterdesk-agent-')));
  chmodSync(dir, 0o755);
  const bundle = join(dir, 'agent.cjs');
  const esbuild = createRequire(import.meta.url).resolve('esbuild/bin/esbuild');
  const options = [
    ...['--bundle', '--platform=node', '--target=node20', '--format=cjs'],
    ...['--loader:.sh=text', '--loader:.pl=text'],
  ];
  const entry = join(here, 'agent-main.ts');
  execFileSync(
    esbuild,
    [entry, ...options, '--conditions=source', '--log-level=error', `--outfile=${bundle}`],
    { cwd: join(here, '..') },
  );
  return { dir, bundle };
}

/** Ends what jobs outlived their agents, as they should, and removes the folders. Fails when something stays. */
export async function removeBench(bench: Bench): Promise<void> {
  await until('the jobs of this file to end', () => killJobs(bench.dir) === 0);
  const states = readdirSync(bench.dir).map((name) => join(bench.dir, name, 'data/agent'));
  await until('their groups to go', () => states.every(removeGroups));
  rmSync(bench.dir, { recursive: true, force: true });
}

/** Kills every process that was started with a path below `dir`, and all below it; returns how many there were. */
function killJobs(dir: string): number {
  const names = (pid: number): boolean =>
    ['cmdline', 'environ'].some((file) => readProc(`${String(pid)}/${file}`)?.includes(dir));
  const jobs = listProcesses().filter((stat) => !isDead(stat) && names(stat.pid));
  const members = new Set(
    jobs.flatMap(({ pid }) => [pid, ...listDescendants(pid).map((below) => below.pid)]),
  );
  for (const pid of members) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
  return jobs.length;
}

/** How the agent of a test host is started: as an ordinary account even by root, and below another command. */
export interface HostOptions {
  isUnprivileged?: boolean;
  /** Whether it is told where projects lie; the folder is not made. */
  hasProjects?: boolean;
  prefix?: string[];
  /** The same, by whoever runs the tests. */
  outerPrefix?: string[];
  /** In place of those that the agent has by itself. */
  timings?: Partial<Timings>;
}

/** One host: its agent's state folder, a data folder with two users' homes, and the agent when it runs. */
export class TestHost {
  readonly stateDir: string;
  readonly dataDir: string;
  readonly home: string;
  readonly projectsDir: string;
  lines = '';
  private child: ChildProcess | undefined;
  private readonly isAgentRoot: boolean;

  constructor(
    private readonly bench: Bench,
    name: string,
    private readonly env: Record<string, string>,
    private readonly options: HostOptions = {},
  ) {
    this.isAgentRoot = isRoot && options.isUnprivileged !== true;
    const dir = join(bench.dir, name);
    this.dataDir = join(dir, 'data');
    this.stateDir = join(this.dataDir, 'agent');
    this.home = join(this.dataDir, 'files/home/zhang san');
    this.projectsDir = join(this.dataDir, 'files/projects');
    for (const path of [this.home, join(this.dataDir, 'files/home/other'), this.stateDir]) {
      mkdirSync(path, { recursive: true });
    }
    if (isRoot) {
      chownSync(this.home, nobodyId, nobodyId);
      chownSync(join(this.dataDir, 'files/home/other'), nobodyId, nobodyId);
      if (!this.isAgentRoot) {
        chownSync(this.stateDir, nobodyId, nobodyId);
      }
    }
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  start(serverUrl: string): ChildProcess {
    const drop = isRoot && !this.isAgentRoot;
    const ids = [`--reuid=${String(nobodyId)}`, `--regid=${String(nobodyId)}`, '--clear-groups'];
    const [command = '', ...args] = [
      ...(this.options.outerPrefix ?? []),
      ...(drop ? ['setpriv', ...ids, '--'] : []),
      ...(this.options.prefix ?? []),
      process.execPath,
      this.bench.bundle,
    ];
    this.child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        SECRET_OF_PLATFORM: 'never-to-be-seen',
        AGENT_SERVER: serverUrl,
        AGENT_TOKEN: 'token-1',
        AGENT_STATE_DIR: this.stateDir,
        AGENT_FILES_ROOT: join(this.dataDir, 'files/home'),
        ...(this.options.hasProjects && { AGENT_PROJECTS_ROOT: this.projectsDir }),
        ...(this.isAgentRoot
          ? { AGENT_SERVICE_UID: String(nobodyId), AGENT_SERVICE_GID: String(nobodyId) }
          : {}),
        ...(this.options.timings && { SPEC_TIMINGS: JSON.stringify(this.options.timings) }),
        ...this.env,
      },
    });
    this.child.stdout?.on('data', (text: Buffer) => (this.lines += text.toString()));
    this.child.stderr?.on('data', (text: Buffer) => (this.lines += text.toString()));
    return this.child;
  }

  /** Ends the agent and waits; returns its exit code. */
  async end(signal: 'SIGTERM' | 'SIGKILL' | 'SIGUSR2' = 'SIGKILL'): Promise<number | null> {
    const child = this.child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      return child?.exitCode ?? null;
    }
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  }

  /** What the platform does with the files of the user: a script in the user's home, as the account that owns them. */
  asPlatform(script: string): string {
    const ids = [`--reuid=${String(nobodyId)}`, `--regid=${String(nobodyId)}`, '--clear-groups'];
    return execFileSync('setpriv', [...ids, '--', '/bin/sh', '-ec', script], {
      ...{ env: { PATH: process.env.PATH }, cwd: this.home, encoding: 'utf8' },
    });
  }

  command(jobId: string, script: string, more: Partial<RunScript> = {}): RunScript {
    return {
      jobId,
      attempt: 1,
      jobName: jobId,
      userName: 'zhang san',
      userNumber,
      script,
      cpus: 1,
      timeoutMs: null,
      visibleDirs: [this.home],
      hiddenDirs: [this.dataDir],
      workDir: this.home,
      env: {},
      ...more,
    };
  }
}

/** Waits until something is true; fails with what was waited for. */
export async function until(what: string, isTrue: () => boolean, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!isTrue()) {
    if (Date.now() > deadline) {
      throw new Error(`waited ${String(withinMs)} ms in vain for ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
