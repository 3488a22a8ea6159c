import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AgentBench } from '../../../testing/agent-bench.js';
import { isRoot, jobUid, nobodyId, until, userNumber } from '../../../testing/agent-process.js';
import { systemCalls } from './syscalls/system-calls.js';

const bench = new AgentBench();
const mebibyte = 1024 ** 2;

/** What was made outside the bench's folders; gone after each test. */
let outside: string[] = [];
afterEach(() => {
  for (const path of outside) {
    rmSync(path, { recursive: true, force: true });
  }
  outside = [];
});

/** A folder of the host that anybody may write to, where no job's own folders are. */
function makeOpenFolder(parent: string): string {
  const path = mkdtempSync(join(parent, 'clusterdesk-open-'));
  outside.push(path);
  chmodSync(path, 0o777);
  return path;
}

async function run(jobId: string, script: string, more = {}): Promise<string> {
  const reply = await bench.server.run(bench.host.command(jobId, script, more));
  expect(reply).toEqual({ isAccepted: true });
  await until(`the end of ${jobId}`, bench.hasEnded(jobId));
  return bench.server.job(jobId).output.toString();
}

/** Lines of a job's output. */
async function linesOf(jobId: string, script: string, more = {}): Promise<string[]> {
  return (await run(jobId, script, more)).split('\n').filter((line) => line !== '');
}

it('is run by root where everything has to be tested', () => {
  expect(isRoot || process.env.CI !== 'true').toBe(true);
});

const modes = [
  ...(isRoot ? [{ mode: 'namespaces', isUnprivileged: false }] : []),
  { mode: 'bubblewrap', isUnprivileged: true },
];

/** Says for each call by which error it fails, 0 for none. */
function callScript(calls: [name: string, number: number, ...args: (number | string)[]][]): string {
  const lines = calls.map(([name, number, ...args]) => {
    const values = args.map((arg) => (typeof arg === 'string' ? `my $t = "${arg}"` : String(arg)));
    return `$! = 0; syscall(${[String(number), ...values].join(', ')}); print "${name} ", $! + 0, "\\n";`;
  });
  return `#!/usr/bin/perl\n${lines.join('\n')}\n`;
}

const column = process.arch === 'arm64' ? 1 : 0;
const numberOf = (name: keyof typeof systemCalls): number => systemCalls[name][column] ?? -1;

describe.each(modes)('a hostile job confined with $mode', ({ mode, isUnprivileged }) => {
  const start = async (env: Record<string, string> = {}, prefix?: string[]): Promise<void> => {
    await bench.startHost(env, { isUnprivileged, ...(prefix && { prefix }) });
    expect(bench.server.hellos[0]?.confinement).toBe(mode);
  };

  describe('as agents are set up usually', () => {
    beforeEach(() => start());

    it('finds every protection that this recipe gives', () => {
      const held = ['files', 'devices', 'syscalls', 'keys'];
      const wanted = mode === 'namespaces' ? ['account', ...held] : held;
      const { protections = [] } = bench.server.hellos[0] ?? {};
      expect(protections).toEqual(expect.arrayContaining(wanted));
      expect(protections.includes('account')).toBe(mode === 'namespaces');
      expect(bench.host.lines).toContain('protections that hold: ');
    });

    it('writes nowhere but to its own folder and to memory of its own', async () => {
      const folders = ['/var/lib', '/usr/local', '/opt'].filter(
        (path) => isRoot && existsSync(path),
      );
      const open = folders.map(makeOpenFolder);
      const script = open.map((path) => `echo x >${path}/file; mkdir ${path}/sub`).join('\n');
      const output = await run('j1', `${script}\necho x >/tmp/x && echo x >/dev/shm/x && echo own`);
      expect(output).toMatch(/^own$/m);
      expect(output.match(/Read-only file system/g) ?? []).toHaveLength(2 * open.length);
      for (const path of open) {
        expect(statSync(path).nlink).toBe(2);
        expect(existsSync(join(path, 'file'))).toBe(false);
      }
      const mounts = await linesOf('j2', 'cat /proc/self/mountinfo');
      const writable = mounts
        .map((line) => line.split(' '))
        .filter(([, , , , , options]) => options?.split(',').includes('rw'))
        .map(([, , , , point]) => point ?? '');
      const home = bench.host.home.replaceAll(' ', '\\040');
      const own = /^\/(tmp|var\/tmp|var\/lock|run\/lock|proc|dev\/.+)$/;
      expect(writable.filter((point) => !own.test(point))).toEqual([home]);
    });

    it.each([
      ['in a folder that is covered', '/run', 'No such file'],
      ['in a folder that it sees', '/srv', 'Connection refused'],
    ])('reaches no socket of a service of the host %s', async (_, parent, reason) => {
      const folder = makeOpenFolder(isRoot ? parent : '/dev/shm');
      const path = join(folder, 'service.sock');
      const service = createServer((socket) => socket.end('reached\n'));
      await new Promise<void>((resolve) => service.listen(path, resolve));
      chmodSync(path, 0o777);
      try {
        const connect = `#!/usr/bin/perl\nuse Socket; socket(my $s, PF_UNIX, SOCK_STREAM, 0); connect($s, pack_sockaddr_un('${path}')) or die "not: $!\\n"; print <$s>;`;
        expect(await run('j1', connect)).toContain(`not: ${isRoot ? reason : 'No such file'}`);
      } finally {
        service.close();
      }
    });

    it('leaves nothing for another job where everybody may write', async () => {
      const places = ['/tmp', '/var/tmp', '/dev/shm', '/run/lock', '/var/lock'];
      const write = places.map((path) => `echo left >${path}/left 2>/dev/null`).join('\n');
      await run('j1', `${write}\n:`);
      const read = places.map((path) => `cat ${path}/left`).join('\n');
      expect(await run('j2', `(${read.replaceAll('\n', '; ')}) 2>/dev/null; echo end`)).toBe(
        'end\n',
      );
      expect(places.filter((path) => existsSync(join(path, 'left')))).toEqual([]);
    });

    it('has harmless devices alone', async () => {
      const names = await linesOf('j1', 'ls /dev');
      const harmless =
        /^(null|zero|full|random|urandom|tty|ptmx|pts|shm|fd|std(in|out|err)|core|console)$/;
      const granted = /^(nvidia.*|dri|kfd|infiniband)$/;
      expect(names.filter((name) => !harmless.test(name) && !granted.test(name))).toEqual([]);
      const used = await run(
        'j2',
        'head -c 4 /dev/zero | wc -c; : >/dev/null; echo x >/dev/x; ls /dev/pts',
      );
      expect(used).toMatch(/^4\n.*Read-only file system\nptmx\n$/s);
    });

    it('has no capability, no way to more rights, and descriptors 0, 1 and 2', async () => {
      // Not by a pipe: while the shell sets one up, its end is a descriptor of the shell too.
      const lines = await linesOf(
        'j1',
        '#!/bin/bash\ngrep -E "^(Cap|NoNewPrivs|Seccomp:|Groups)" /proc/self/status\nls /proc/$$/fd >/tmp/open\nsed "s/^/fd /" /tmp/open',
      );
      const state = Object.fromEntries(lines.map((line) => line.split(/[:\s]+/)));
      for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
        expect([set, state[set]]).toEqual([set, '0'.repeat(16)]);
      }
      expect(state).toMatchObject({ NoNewPrivs: '1', Seccomp: '2' });
      // The shell reads its script from 255.
      const descriptors = lines.filter((line) => /^fd (?!255)/.test(line));
      expect(descriptors).toEqual(['fd 0', 'fd 1', 'fd 2']);
    });

    it('is refused what no script needs of the kernel', async () => {
      const eperm: (keyof typeof systemCalls)[] = [
        ...(['keyctl', 'request_key', 'add_key', 'bpf', 'perf_event_open', 'userfaultfd'] as const),
        ...(['io_uring_setup', 'kexec_load', 'init_module', 'open_by_handle_at', 'mount'] as const),
        ...([
          'umount2',
          'pivot_root',
          'move_mount',
          'open_tree',
          'fsopen',
          'mount_setattr',
        ] as const),
        ...(['setns', 'swapon', 'reboot', 'acct', 'quotactl', 'syslog', 'clock_settime'] as const),
      ];
      const calls = eperm.map((name): [string, number, ...number[]] => [
        ...([name, numberOf(name)] as const),
        ...[0, 0, 0, 0, 0],
      ]);
      const lines = await linesOf(
        'j1',
        callScript([
          ...calls,
          ['new-user', numberOf('unshare'), 0x10000000],
          ['new-net', numberOf('clone'), 0x40000011, 0, 0, 0, 0],
          ['clone3', numberOf('clone3'), 0, 0],
          ['packet', numberOf('socket'), 17, 3, 0],
          ['alg', numberOf('socket'), 38, 5, 0],
          ['vsock', numberOf('socket'), 40, 1, 0],
          ['unix', numberOf('socket'), 1, 1, 0],
          ...(column === 0 ? [['x32', 0x40000000 + 39] as [string, number]] : []),
        ]),
      );
      expect(lines).toEqual([
        ...eperm.map((name) => `${name} 1`),
        ...['new-user 1', 'new-net 1', 'clone3 38', 'packet 1', 'alg 1', 'vsock 1', 'unix 0'],
        ...(column === 0 ? ['x32 38'] : []),
      ]);
    });

    it('still has threads, processes, terminals and debuggers', async () => {
      const script =
        '#!/usr/bin/perl\nuse POSIX; my $pid = fork // die; if (!$pid) { exit 3 } waitpid $pid, 0; print $? >> 8, "\\n"; print open(my $t, "+<", "/dev/ptmx") ? "pty\\n" : "no $!\\n"; print syscall(101, 0, 0, 0, 0) == 0 ? "traced\\n" : "no $!\\n";';
      const lines = await linesOf('j1', script.replace('101', column === 0 ? '101' : '117'));
      expect(lines).toEqual(['3', 'pty', 'traced']);
    });

    it('leaves its crashes to no helper of the host, whatever it says', async () => {
      const limit = "grep '^Max core' /proc/self/limits";
      const lines = await linesOf(
        'j1',
        `#!/bin/bash\nset -e\n${limit}; ulimit -c 0; ${limit}; ulimit -n 60; ulimit -n; ulimit -c unlimited; ${limit}\n${limit.replace('self', '1')}`,
      );
      const held = expect.stringMatching(/^Max core file size +1 +1 +bytes/);
      expect(lines).toEqual([held, held, '60', held, held]);
    });

    it('goes before others when memory runs out, whatever it says', async () => {
      const output = await run(
        'j1',
        '#!/bin/bash\necho 0 >/proc/self/oom_score_adj; cat /proc/self/oom_score_adj',
      );
      expect(output).toMatch(/Read-only file system\n1000\n$/);
    });
  });

  it('holds no more in memory than it may, however it spreads it', async () => {
    await start({ AGENT_JOB_SCRATCH_MB: '16' });
    const places = ['/tmp', '/var/tmp', '/dev/shm'];
    const fill = places.map((path) => `head -c 20M /dev/zero >${path}/fill 2>/dev/null`).join('; ');
    const sizes = await linesOf(
      'j1',
      `${fill}; stat -c %s ${places.map((p) => `${p}/fill`).join(' ')}`,
    );
    const held = sizes.reduce((sum, size) => sum + Number(size), 0);
    expect(held).toBeGreaterThan(mebibyte);
    expect(held).toBeLessThanOrEqual(16 * mebibyte);
    if (mode === 'namespaces') {
      const [made] = await linesOf(
        'j2',
        '#!/usr/bin/perl\nmy $n = 0; while ($n < 20000) { open my $f, ">", "/tmp/$n" or last; $n++ } print "$n\\n";',
      );
      expect(Number(made)).toBeLessThan(2_000);
    }
  });

  it('has the devices that its operator gives it', async () => {
    const devices = ['/dev/fuse', '/dev/net'].filter((path) => existsSync(path));
    expect(devices).not.toEqual([]);
    await start({ AGENT_JOB_DEVICES: devices.join(',') });
    expect(await linesOf('j1', `ls -d ${devices.join(' ')}; ls /dev | wc -l`)).toEqual([
      ...devices,
      expect.stringMatching(/^1\d$/),
    ]);
    expect(bench.server.hellos[0]?.protections).toContain('devices');
  });

  it('sees nothing that its host hides, whatever the server hides or names', async () => {
    const script = 'export AGENT_HIDDEN_DIRS="${AGENT_STATE_DIR%/agent}:$AGENT_FILES_ROOT/other"';
    await start({}, ['/bin/sh', '-c', `${script}; exec "$0" "$@"`]);
    const { dataDir, home } = bench.host;
    const secrets = join(dataDir, 'secrets');
    mkdirSync(secrets);
    writeFileSync(join(secrets, 'key'), 'secret\n');
    const look = `ls '${dataDir}'; cat '${secrets}/key' 2>/dev/null || echo none; echo mine >made && cat made`;
    expect(await run('j1', look, { hiddenDirs: [] })).toBe('files\nnone\nmine\n');
    const other = join(home, '../other');
    for (const [path, code] of [
      [secrets, 'AGENT_FOLDER_OUTSIDE'],
      [other, 'AGENT_FOLDER_REFUSED'],
    ] as const) {
      const more = { visibleDirs: [path], workDir: path, hiddenDirs: [] };
      const reply = await bench.server.run(bench.host.command('j2', 'ls', more));
      const reason: unknown = expect.stringMatching(`^${code}: `);
      expect(reply).toMatchObject({ isAccepted: false, reason });
    }
  });

  it('inherits nothing that the agent was started with', async () => {
    const prefix = ['/bin/bash', '-c', 'exec 251</etc/hostname 19</etc/hostname; exec "$0" "$@"'];
    await start({}, prefix);
    const lines = await linesOf('j1', '#!/bin/bash\nls -l /proc/$$/fd');
    expect(lines.join('\n')).not.toContain('hostname');
    expect(lines.length).toBeGreaterThan(2);
  });

  it('may make user namespaces where its operator says so, and no more', async () => {
    await start({ AGENT_JOB_USER_NAMESPACES: 'true' });
    const output = await run(
      'j1',
      'unshare --user --map-root-user --mount sh -c "id -u; mount -t tmpfs none /mnt && echo mounted"',
    );
    expect(output).toBe('0\nmounted\n');
    expect(await linesOf('j2', callScript([['keyctl', numberOf('keyctl'), 0, 0]]))).toEqual([
      'keyctl 1',
    ]);
    const home = join(bench.host.dataDir, 'files/home/other/theirs.txt');
    writeFileSync(home, 'theirs');
    const peek = `unshare --user --map-root-user --mount sh -c 'umount -l "${bench.host.dataDir}"; cat "${home}"' 2>&1`;
    expect(await run('j3', peek)).not.toContain('theirs\n');
  });
});

(isRoot ? describe : describe.skip)('the account of a user', () => {
  beforeEach(async () => {
    await bench.startHost();
    expect(bench.server.hellos[0]?.confinement).toBe('namespaces');
  });

  it('is nobody else’s: neither the platform’s nor another user’s', async () => {
    expect(await linesOf('j1', 'id -u; id -g; id -G')).toEqual(Array(3).fill(String(jobUid)));
    const other = { userNumber: userNumber + 1, userName: 'alice' };
    expect(await linesOf('j2', 'id -u; whoami; echo ~; echo x >>/etc/passwd', other)).toEqual([
      ...[String(jobUid + 1), 'alice', bench.host.home],
      expect.stringMatching(/Read-only file system|Permission denied/),
    ]);
    expect(readFileSync('/etc/passwd', 'utf8')).not.toMatch(/^alice:/m);
  });

  it('owns its files with the platform: either goes on with what the other made', async () => {
    bench.host.asPlatform('echo platform >up; mkdir folder; echo inner >folder/file; chmod 600 up');
    const output = await run(
      'j1',
      `stat -c '%u %g' up folder; echo job >>up; chmod 640 up; mv folder/file moved; rmdir folder
       mkdir -m 700 made; echo job >made/file; chmod 600 made/file; ln up linked`,
    );
    expect(output).toBe(`${String(jobUid)} ${String(jobUid)}\n`.repeat(2));
    for (const name of ['up', 'moved', 'made', 'made/file']) {
      const { uid, gid } = statSync(join(bench.host.home, name));
      expect([name, uid, gid]).toEqual([name, nobodyId, nobodyId]);
    }
    expect(
      bench.host.asPlatform(
        'cat up; echo more >>made/file; mv made/file back; chmod 755 made; rmdir made; rm moved',
      ),
    ).toBe('platform\njob\n');
    expect(await run('j2', 'cat back; rm back up linked; ls')).toBe('job\nmore\n');
  });

  it('reads nothing else of the platform’s account, wherever that lies', async () => {
    const folder = makeOpenFolder('/var/lib');
    const path = join(folder, 'password');
    writeFileSync(path, 'secret-of-another-instance', { mode: 0o600 });
    chownSync(path, nobodyId, nobodyId);
    const output = await run('j1', `cat ${path}; echo overwritten >${path}`);
    expect(output).toMatch(/Permission denied/);
    expect(output).not.toContain('secret');
    expect(readFileSync(path, 'utf8')).toBe('secret-of-another-instance');
  });

  it('cannot give a file of its own the platform’s rights', async () => {
    await run('j1', 'cp /bin/true set; chmod 4755 set; ./set');
    const mounts = await run(
      'j2',
      `grep ' ${bench.host.home.replaceAll(' ', '.040')} ' /proc/self/mountinfo`,
    );
    expect(mounts).toMatch(/nosuid,nodev/);
  });

  it('is refused where the host has none for the user', async () => {
    for (const number of [undefined, 100_000, 2_000_000_000]) {
      const command = bench.host.command('j1', 'echo no');
      delete command.userNumber;
      const more = number === undefined ? {} : { userNumber: number };
      expect(await bench.server.run({ ...command, ...more })).toEqual({
        ...{ isAccepted: false, fault: 'node' },
        reason: expect.stringMatching(/^AGENT_ACCOUNT_RANGE: /),
      });
    }
    const last = await linesOf('j2', 'id -u', { userNumber: 99_999 });
    expect(last).toEqual(['1900099999']);
  });

  it('sees a second folder of its own beside the first', async () => {
    const second = join(bench.host.dataDir, 'files/home/second');
    mkdirSync(second);
    chownSync(second, nobodyId, nobodyId);
    const visibleDirs = [bench.host.home, second];
    expect(
      await run('j1', `touch '${second}/file' && stat -c %u '${second}/file'`, { visibleDirs }),
    ).toBe(`${String(jobUid)}\n`);
    expect(statSync(join(second, 'file')).uid).toBe(nobodyId);
  });
});

describe('a hostile job of an ordinary account, where there are no control groups', () => {
  beforeEach(() => bench.startHost({ AGENT_JOB_PROCESSES: '40' }, { isUnprivileged: true }));

  it('starts so many processes as it may have, whatever else runs as the account', async () => {
    expect(bench.server.hellos[0]?.protections).toContain('processes');
    const others = Array.from({ length: 3 }, (_, index) => `other-${String(index)}`);
    const many = 'for i in $(seq 25); do sleep 600 & done; echo all; wait';
    for (const jobId of others) {
      await bench.server.run(bench.host.command(jobId, many));
      await until(`the processes of ${jobId}`, () =>
        bench.server.job(jobId).output.toString().includes('all'),
      );
    }
    const count = '#!/bin/sh\nfor i in $(seq 100); do sleep 600 & echo started; done';
    const started = (await linesOf('bomb', count)).filter((line) => line === 'started');
    expect(started.length).toBeGreaterThan(25);
    expect(started.length).toBeLessThan(40);
    expect(await run('raise', 'ulimit -u 41 && echo raised')).not.toContain('raised');
  });
});
