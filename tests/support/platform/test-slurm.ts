import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { waitFor } from '../wait-for.js';
import { spawnBound } from './bound-child.js';
import { findFreePort } from './free-port.js';

/** Of Debian's packages slurmctld, slurmd, slurm-client and munge. */
const programs = ['slurmctld', 'slurmd', 'sbatch', 'munged'];

/** Whether a Slurm can be started here: it takes root. With CI=true missing programs are a failure, not a skipped suite. */
export function hasSlurm(): boolean {
  if (process.getuid?.() !== 0) {
    return false;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = programs.filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  );
  if (missing.length > 0 && process.env.CI === 'true') {
    throw new Error(
      `${missing.join(', ')} are missing: install Slurm (Debian: slurmctld slurmd slurm-client munge).`,
    );
  }
  return missing.length === 0;
}

/** The emulated nodes: their names and numbers of CPUs. */
const nodes = { n1: 4, n2: 8, n3: 2 } as const;

/**
 * A Slurm of its own on this host: one controller and three nodes, beside whatever other Slurm is there. Partition `short` has n1 and n2
 * (at most 6 CPUs on each) and is the default, `small` has n3, `closed` takes jobs and starts none.
 */
export class TestSlurm {
  private controller: ReturnType<typeof spawnBound> | null = null;
  private readonly others: ReturnType<typeof spawnBound>[] = [];

  private constructor(
    private readonly folder: string,
    readonly configFile: string,
    /** For scripts and output: every account reaches it. */
    readonly sharedDir: string,
  ) {}

  static async start(): Promise<TestSlurm> {
    const folder = mkdtempSync(join(tmpdir(), 'clusterdesk-slurm-'));
    chmodSync(folder, 0o755);
    const slurm = new TestSlurm(folder, join(folder, 'slurm.conf'), join(folder, 'shared'));
    try {
      await slurm.configure();
      await slurm.startMunge();
      await slurm.startController();
      for (const name of Object.keys(nodes)) {
        slurm.others.push(started('slurmd', ['-D', '-N', name, '-f', slurm.configFile]));
      }
      await waitFor('all nodes are idle', () => {
        const states = slurm.run('sinfo', '-h', '-N', '-o', '%T').trim().split('\n');
        return states.length >= 3 && states.every((state) => state === 'idle');
      });
      return slurm;
    } catch (error) {
      await slurm.stop();
      throw error;
    }
  }

  /** What a program of Slurm prints. */
  run(program: string, ...options: string[]): string {
    const environment = { PATH: process.env.PATH ?? '', SLURM_CONF: this.configFile, TZ: 'UTC' };
    return execFileSync(program, options, {
      env: environment,
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 15_000,
    });
  }

  /** One line for each job that Slurm has, of the columns of `squeue -o`. */
  jobs(columns: string): string[] {
    return this.run('squeue', '-h', '-t', 'all', '-o', columns)
      .split('\n')
      .filter((line) => line !== '');
  }

  /** The controller stands still: it takes connections and answers nothing. */
  freezeController(): void {
    this.controller?.kill('SIGSTOP');
  }

  thawController(): void {
    this.controller?.kill('SIGCONT');
  }

  async startController(): Promise<void> {
    this.controller = started('slurmctld', ['-D', '-f', this.configFile]);
    await waitFor('the controller answers', () => this.run('scontrol', 'ping').includes('UP'));
  }

  async stopController(): Promise<void> {
    const { controller } = this;
    this.controller = null;
    await (controller && ended(controller));
  }

  async stop(): Promise<void> {
    this.thawController();
    if (this.controller) {
      // A controller that is too busy to answer is ended all the same, and its nodes with it.
      await this.endJobs().catch(() => null);
    }
    await this.stopController();
    await Promise.all(this.others.map(ended));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  private async endJobs(): Promise<void> {
    for (const state of ['pending', 'running']) {
      this.run('scancel', '-t', state, '--user=man');
      this.run('scancel', '-t', state, '--user=backup');
    }
    await waitFor('no job is left', () => this.run('squeue', '-h').trim() === '');
  }

  private async configure(): Promise<void> {
    const { folder } = this;
    for (const name of ['state', 'log', 'spool', 'munge']) {
      mkdirSync(join(folder, name));
    }
    this.giveTo('slurm', join(folder, 'state'), join(folder, 'log'));
    const ports: number[] = [];
    for (let count = 0; count <= Object.keys(nodes).length; count += 1) {
      ports.push(await findFreePort());
    }
    const lines = Object.entries(nodes).map(
      ([name, cpus], index) =>
        `NodeName=${name} NodeHostname=localhost NodeAddr=127.0.0.1 Port=${String(ports[index + 1])} CPUs=${String(cpus)} RealMemory=1000`,
    );
    writeFileSync(
      this.configFile,
      `ClusterName=clusterdesk
SlurmctldHost=localhost
SlurmctldPort=${String(ports[0])}
SlurmUser=slurm
AuthType=auth/munge
AuthInfo=socket=${folder}/munge/socket
SlurmctldPidFile=${folder}/state/slurmctld.pid
SlurmdPidFile=${folder}/spool/slurmd-%n.pid
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool/%n
SlurmctldLogFile=${folder}/log/slurmctld.log
SlurmdLogFile=${folder}/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0
EnforcePartLimits=ANY
ReturnToService=2
SlurmdTimeout=20
KillWait=1
MinJobAge=600
MailProg=/bin/true
${lines.join('\n')}
PartitionName=short Nodes=n1,n2 Default=YES State=UP MaxCPUsPerNode=6
PartitionName=small Nodes=n3 State=UP
PartitionName=closed Nodes=n3 State=DOWN
`,
    );
  }

  private async startMunge(): Promise<void> {
    const folder = join(this.folder, 'munge');
    const key = join(folder, 'key');
    writeFileSync(key, randomBytes(64), { mode: 0o400 });
    this.giveTo('munge', folder, key);
    chmodSync(folder, 0o711);
    const at = (name: string): string => join(folder, name);
    this.others.push(
      started('setpriv', [
        ...['--reuid', 'munge', '--regid', 'munge', '--clear-groups', '--pdeathsig', 'TERM'],
        ...['munged', '--foreground', '--key-file', key, '--pid-file', at('pid')],
        ...['--log-file', at('log'), '--seed-file', at('seed'), '--socket', at('socket')],
      ]),
    );
    await waitFor('munge listens', () => existsSync(at('socket')));
  }

  private giveTo(account: string, ...paths: string[]): void {
    const uid = Number(execFileSync('id', ['-u', account], { encoding: 'utf8' }));
    const gid = Number(execFileSync('id', ['-g', account], { encoding: 'utf8' }));
    paths.forEach((path) => chownSync(path, uid, gid));
  }
}

function started(program: string, options: string[]): ReturnType<typeof spawnBound> {
  const child = spawnBound(program, options);
  child.stdout.resume();
  child.stderr.resume();
  return child;
}

async function ended(child: ReturnType<typeof spawnBound>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    await exited;
  }
}
