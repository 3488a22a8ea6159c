import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AgentBench, loop } from '../../../testing/agent-bench.js';
import { isRoot, nobodyId, until } from '../../../testing/agent-process.js';
import { DiskGuard, type GuardedJob, writerOf } from './disk-guard.js';

const mebibyte = 1024 * 1024;
const diskBytes = 100 * mebibyte;
/** Half of the reserve, which of so small a disk is a tenth. */
const floorBytes = 5 * mebibyte;

const timings = { diskLookMs: 50 };

function mountDisk(place: string): void {
  execFileSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${String(diskBytes)},mode=755`,
    'tmpfs',
    place,
  ]);
}

function freeBytes(place: string): number {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize;
}

it('needs root, for disks of its own', () => {
  expect(isRoot).toBe(true);
});

it('guards whatever a job can write to', () => {
  const projectEntries = [
    { path: '/p/1/read', isWritable: false },
    { path: '/p/1/write', isWritable: true },
  ];
  const job = { userName: 'ann', userNumber: 3, visibleDirs: ['/home/ann'] };
  expect(writerOf(job)).toEqual({ user: '/home/ann', folders: ['/home/ann'] });
  expect(writerOf({ ...job, projectEntries }).folders).toEqual(['/home/ann', '/p/1/write']);
  const sealed = { ...job, visibleDirs: [], projectEntries };
  expect(writerOf(sealed)).toEqual({ user: 'user 3', folders: ['/p/1/write'] });
});

/** Stands in for jobs: what they do to the disk is real. */
describe('the guard of the disk', () => {
  let disk: string;
  let guard: DiskGuard;
  let looks: number;
  let running: Map<string, GuardedJob>;
  let ended: string[];
  const children: ChildProcess[] = [];
  const listJobs = (): GuardedJob[] => {
    looks += 1;
    return [...running.values()];
  };

  beforeEach(() => {
    disk = mkdtempSync(join(tmpdir(), 'clusterdesk-guard-'));
    mountDisk(disk);
    [looks, ended, running] = [0, [], new Map()];
    guard = new DiskGuard(listJobs, timings);
    guard.watch();
  });

  afterEach(async () => {
    running.clear();
    guard.watch();
    const last = looks;
    await until('the guard to rest', () => looks > last);
    for (const child of children.splice(0)) {
      child.kill('SIGKILL');
    }
    execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  });

  function addJob(name: string, child?: ChildProcess, more: string[] = []): string {
    const home = join(disk, name);
    mkdirSync(home, { recursive: true });
    running.set(name, {
      ...{ user: name, folders: [home, ...more] },
      pids: () => (child?.pid === undefined ? [] : [child.pid]),
      endForDisk: () => {
        ended.push(name);
        child?.kill('SIGKILL');
        running.delete(name);
      },
    });
    // One without any job rests.
    guard.watch();
    return home;
  }

  const someLooks = (): Promise<void> => {
    const last = looks;
    return until('five looks', () => looks >= last + 5);
  };
  const fill = (path: string, leaving: number): void =>
    writeFileSync(path, Buffer.alloc(freeBytes(disk) - leaving));

  it('ends the jobs of who wrote most, and of nobody else', async () => {
    addJob('bob');
    writeFileSync(join(addJob('carl'), 'result'), Buffer.alloc(3 * mebibyte));
    fill(join(addJob('ann'), 'all'), 0);
    await until('an end', () => ended.length > 0);
    expect(ended).toEqual(['ann']);
    // The disk is as full as before: who adds nothing to it goes on.
    await someLooks();
    expect(ended).toEqual(['ann']);
  });

  it('counts what a job writes in a project, whatever is gone there by now', async () => {
    const project = join(disk, 'project');
    mkdirSync(project);
    addJob('bob');
    addJob('ann', undefined, [project, join(project, 'gone')]);
    fill(join(project, 'all'), 0);
    await until('an end', () => ended.length > 0);
    await someLooks();
    expect(ended).toEqual(['ann']);
  });

  it('ends the next one only when it goes on', async () => {
    const carl = addJob('carl');
    writeFileSync(join(carl, 'result'), Buffer.alloc(3 * mebibyte));
    fill(join(addJob('ann'), 'all'), floorBytes - mebibyte);
    await until('an end', () => ended.length > 0);
    await someLooks();
    expect(ended).toEqual(['ann']);
    writeFileSync(join(carl, 'more'), Buffer.alloc(3 * mebibyte));
    await until('the next end', () => ended.length > 1);
    expect(ended).toEqual(['ann', 'carl']);
  });

  it('leaves jobs alone above its floor, and where something else has filled the disk', async () => {
    writeFileSync(join(addJob('ann'), 'much'), Buffer.alloc(60 * mebibyte));
    fill(join(disk, 'of nobody'), floorBytes + mebibyte);
    await someLooks();
    expect(ended).toEqual([]);
    execFileSync('rm', [join(disk, 'ann/much')]);
    fill(join(disk, 'of nobody, too'), 0);
    await someLooks();
    expect(ended).toEqual([]);
  });

  /** Runs until it is killed, with all but the last of the disk in a file that has no name. */
  const hidden = {
    open: (home: string) => {
      const script =
        'exec 3>"$1/gone"; rm "$1/gone"; dd if=/dev/zero bs=1M count=99 >&3; exec sleep 600';
      return spawn('sh', ['-c', script, 'sh', home]);
    },
    mapped: (home: string) => {
      // A large program that runs: it has neither a name nor a descriptor.
      const program = join(home, 'program');
      copyFileSync(execFileSync('which', ['sleep'], { encoding: 'utf8' }).trim(), program);
      truncateSync(program, mebibyte);
      writeFileSync(program, Buffer.alloc(96 * mebibyte), { flag: 'a' });
      const child = spawn(program, ['60']);
      rmSync(program);
      return child;
    },
  };

  it('ends who hides a file in a socket, and not who wrote little beside him', async () => {
    const bob = addJob('bob');
    const home = join(disk, 'ann');
    mkdirSync(home);
    const script = `import array, os, socket, sys, time
file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
os.unlink(sys.argv[1])
for _ in range(96): os.write(file, bytes(1 << 20))
one, other = socket.socketpair()
one.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))])
os.close(file)
print("hidden", flush=True)
time.sleep(60)`;
    const child = spawn('python3', ['-c', script, join(home, 'gone')]);
    children.push(child);
    await once(child.stdout, 'data');
    writeFileSync(join(bob, 'result'), Buffer.alloc(1.2 * mebibyte));
    fill(join(disk, 'of nobody'), mebibyte);
    addJob('ann', child);
    await until('an end', () => ended.length > 0);
    expect(ended).toEqual(['ann']);
  });

  it('ends who has more files than can be looked at, and not who wrote little beside him', async () => {
    await until('the usual guard to rest', () => looks > 0);
    // Its time is enough for a few files, and not for those of ann.
    guard = new DiskGuard(listJobs, timings, 100);
    const [bob, ann] = [addJob('bob'), addJob('ann')];
    // Names of one empty file: each is looked at, and nothing is written but them.
    const many = 'open my $f, ">", "0" or die; for my $n (1..300_000) { link "0", $n or die $! }';
    execFileSync('perl', ['-e', many], { cwd: ann });
    writeFileSync(join(bob, 'result'), Buffer.alloc(1.2 * mebibyte));
    fill(join(disk, 'of nobody'), 0);
    await until('an end', () => ended.length > 0);
    expect(ended).toEqual(['ann']);
  });

  it.each(['open', 'mapped'] as const)('sees a file without a name that is %s', async (how) => {
    const home = join(disk, 'ann');
    mkdirSync(home);
    const child = hidden[how](home);
    children.push(child);
    await until('the disk to be full', () => freeBytes(disk) < floorBytes);
    addJob('bob');
    addJob('ann', child);
    await until('an end', () => ended.length > 0);
    expect(ended).toEqual(['ann']);
    await until('the room to come back', () => freeBytes(disk) > 90 * mebibyte);
  });
});

describe('a job that fills the disk', () => {
  const bench = new AgentBench();

  it('is ended at once though nothing can be written, and its user is told', async () => {
    const { dataDir, home, stateDir } = bench.addHost();
    // The spool, too, lies on the disk that is full.
    mountDisk(dataDir);
    try {
      for (const path of [home, join(dataDir, 'files/home/other'), stateDir]) {
        mkdirSync(path, { recursive: true });
      }
      chownSync(home, nobodyId, nobodyId);
      chownSync(join(dataDir, 'files/home/other'), nobodyId, nobodyId);
      writeFileSync(join(dataDir, 'ballast'), Buffer.alloc(2 * mebibyte));
      bench.host.start(bench.server.url);
      await until('the hello', () => bench.server.isConnected);
      const other = join(dataDir, 'files/home/other');
      const quiet = { visibleDirs: [other], workDir: other };
      await bench.server.run(bench.host.command('quiet', loop, quiet));
      await until('the quiet job', bench.isUp('quiet'));
      const script = 'while :; do dd if=/dev/zero bs=1M >>"fill.$RANDOM$$" 2>/dev/null; done';
      await bench.server.run(bench.host.command('filler', `sleep 0.5; ${script}`));
      await until('the filler to have begun', () => bench.membersOf('filler').length > 0);
      await until('the disk to be full', () => freeBytes(dataDir) < floorBytes);
      await until('its processes to be gone', () => bench.membersOf('filler').length <= 1);
      expect(bench.membersOf('quiet').length).toBeGreaterThan(0);
      expect(bench.server.job('quiet').ended).toBeNull();
      // Who asks for the end of a job is heard on a full disk, too.
      await bench.server.stopJob({ jobId: 'quiet', attempt: 1, reason: 'stopped' });
      await until('the quiet job to be gone', () => bench.membersOf('quiet').length === 0);
      rmSync(join(dataDir, 'ballast'));
      await until('its end', bench.hasEnded('filler'));
      const { ended, output } = bench.server.job('filler');
      expect(ended).toMatchObject({ reason: 'exited', exitCode: 137, cause: 'disk' });
      expect(output.toString()).toMatch(/ClusterDesk: the disk was nearly full, .* ended\.\n$/);
      await until('the end of the quiet one', bench.hasEnded('quiet'));
      expect(bench.server.job('quiet').ended).toMatchObject({ reason: 'stopped' });
    } finally {
      await bench.host.end();
      execFileSync('umount', ['--lazy', dataDir]);
    }
  });
});
