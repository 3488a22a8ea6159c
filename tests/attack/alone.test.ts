import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import {
  AttackedPlatform,
  installations,
  isRoot,
  type Attacker,
} from '../support/platform/attacked-platform.js';
import { workspace } from '../support/platform/platform.js';

const mark = randomBytes(6).toString('hex');
/** The numbers of system calls that perl has no names for. */
const calls =
  process.arch === 'arm64'
    ? {
        add_key: 217,
        keyctl: 219,
        io_uring_setup: 425,
        bpf: 280,
        perf_event_open: 241,
        userfaultfd: 282,
      }
    : {
        add_key: 248,
        keyctl: 250,
        io_uring_setup: 425,
        bpf: 321,
        perf_event_open: 298,
        userfaultfd: 323,
      };

describe.each(installations)('two users’ jobs on an installation $name', (installation) => {
  const isOfRoot = installation.uid === null;
  let attacked: AttackedPlatform;
  let alice: Attacker;
  let bob: Attacker;

  beforeAll(async () => {
    attacked = await AttackedPlatform.start(installation);
    alice = await attacked.addUser('alice');
    bob = await attacked.addUser('bob');
  });
  afterAll(() => attacked?.stop());

  test('have an account each, which is nobody else’s either', async () => {
    const [hers, his] = await Promise.all([alice.run('id -u'), bob.run('id -u')]);
    const ids = [hers.output.trim(), his.output.trim()].map(Number);
    if (isOfRoot) {
      const platformUid = statSync(attacked.filesDir).uid;
      expect(new Set([...ids, platformUid, 0]).size).toBe(4);
    } else {
      expect(new Set(ids)).toEqual(new Set([statSync(attacked.filesDir).uid]));
    }
  });

  test('share no key ring', async () => {
    const keep = `perl -e 'for my $ring (-5, -4, -3) { my ($type, $name, $text) = ("user", "key-${mark}", "secret-${mark}"); my $id = syscall(${calls.add_key}, $type, $name, $text, length $text, $ring); print "key $id\\n" }'`;
    const { his } = await bob.probeBeside(alice, keep, {
      search: `perl -e 'for my $ring (-5, -4, -3) { my ($type, $name) = ("user", "key-${mark}"); my $id = syscall(${calls.keyctl}, 10, $ring, $type, $name, 0); print "FOUND $id\\n" if $id > 0 }'; cat /proc/keys /proc/key-users`,
    });
    expect(his['search']).not.toMatch(/FOUND|key-/);
  });

  test('share no folder for scratch, locks or sockets, and no memory', async () => {
    const folders =
      '/tmp /var/tmp /dev/shm /run/lock /var/lock /run /run/user /run/shm /dev/mqueue';
    const { hers, his } = await bob.probeBeside(
      alice,

      `for d in ${folders}; do echo x >$d/of-alice-${mark} && echo made $d; done 2>/dev/null
       perl -e 'my $id = shmget(0x${mark.slice(0, 7)}, 4096, 01666); print defined $id ? "shared\\n" : "no\\n"'`,
      {
        seen: `ls ${folders} 2>/dev/null | grep of-alice; find / -maxdepth 3 -name 'of-alice-${mark}' 2>/dev/null`,
        shared: `perl -e 'my $id = shmget(0x${mark.slice(0, 7)}, 4096, 0); print defined $id ? "SHARED" : "none"'`,
      },
    );
    expect(hers).toContain('made /tmp\n');
    expect(his).toEqual({ seen: '', shared: 'none' });
  });

  test('see nothing of what the platform’s account owns elsewhere', async () => {
    const { uid, gid } = statSync(attacked.filesDir);
    const folder = mkdtempSync(
      join(isRoot ? '/srv' : attacked.platform.dataDir, 'other-instance-'),
    );
    const file = join(folder, 'password');
    writeFileSync(file, 'password of another instance', { mode: 0o600 });
    chmodSync(folder, 0o700);
    if (isRoot) {
      chownSync(folder, uid, gid);
      chownSync(file, uid, gid);
    }
    try {
      const said = await bob.probe({
        read: `cat ${file}`,
        write: `echo overwritten >${file} && echo WRITTEN`,
      });
      expect(said['write']).not.toContain('WRITTEN');
      // One account is all that an ordinary user has, and what is his he can read: docs/security.md says so.
      expect(said['read']?.includes('password of another')).toBe(!isOfRoot && isRoot);
      expect(readFileSync(file, 'utf8')).toBe('password of another instance');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('write nowhere but into their own folder', async () => {
    const file = `planted-${mark}`;
    await bob.run(
      `find / -maxdepth 4 -type d -writable -not -path '/proc/*' 2>/dev/null | while read d; do echo x >"$d/${file}"; done 2>/dev/null
       for d in /etc /usr/bin /opt /srv /var/lib /var/spool/cron /run /dev /sys/fs/cgroup /boot /home /root '${attacked.platform.dataDir}' "$HOME"; do echo x >"$d/${file}"; done 2>/dev/null`,
    );
    // What other programs make and remove in a checkout is no concern of this test.
    const skipped = ['/proc', '/sys', workspace, '/usr/share', '/usr/lib'];
    const prune = skipped.flatMap((path) => ['-path', path, '-prune', '-o']);
    // What other programs make and remove meanwhile makes it complain.
    const { stdout: found } = spawnSync(
      'find',
      ['/', attacked.platform.dataDir, '-maxdepth', '4', ...prune, '-name', file, '-print'],
      { encoding: 'utf8' },
    );
    expect(new Set(found.trim().split('\n'))).toEqual(new Set([join(bob.home, file)]));
  });

  test('and the platform go on with each other’s files', async () => {
    writeFileSync(join(bob.home, 'of-server.txt'), 'of the server\n', { mode: 0o660 });
    if (isRoot) {
      const { uid, gid } = statSync(bob.home);
      chownSync(join(bob.home, 'of-server.txt'), uid, gid);
    }
    const { output, exitCode } = await bob.run(
      `set -e; echo more >>of-server.txt; cat of-server.txt; mkdir -m 700 made; echo deep >made/deep.txt; chmod 600 made/deep.txt; ls -ln made/deep.txt | awk '{print $3}'; id -u`,
    );
    expect(exitCode).toBe(0);
    const lines = output.trim().split('\n');
    expect(lines.slice(0, 2)).toEqual(['of the server', 'more']);
    // To the job its files are its own.
    expect(lines[2]).toBe(lines[3]);
    const { client } = bob;
    const { result } = await client.expectOk(endpoints.disk.checksum, { path: '/made/deep.txt' });
    expect(result.sha256).toMatch(/^[0-9a-f]{64}$/);
    await client.expectOk(endpoints.copies.move, { paths: ['/made/deep.txt'], dir: '/' });
    await client.expectOk(endpoints.disk.remove, {
      paths: ['/made', '/deep.txt', '/of-server.txt'],
    });
    const gone = await bob.run('ls -d made deep.txt of-server.txt');
    expect(gone.exitCode).not.toBe(0);
    await client.expectOk(endpoints.trash.empty, {});
  });

  test('hold three descriptors, and none that the platform could be reached by', async () => {
    // The fourth is the list itself.
    const { output } = await bob.run('ls -l /proc/self/fd');
    const lines = output.trim().split('\n').slice(1);
    expect(lines.map((line) => /(\d+) -> /.exec(line)?.[1])).toEqual(['0', '1', '2', '3']);
    expect(lines[0]).toMatch(/-> \/dev\/null$/);
    expect(lines[2]).toBe(lines[1]?.replace(' 1 -> ', ' 2 -> '));
  });

  test('are refused what of the kernel no script needs', async () => {
    const call = (number: number, args = '0, 0, 0, 0, 0'): string =>
      `perl -e 'my $r = syscall(${number}, ${args}); print $r == -1 && ($! + 0 == 1 || $! + 0 == 38) ? "refused" : "LET IN: $r $!"'`;
    const socketOf = (family: number): string =>
      `perl -e 'print socket(S, ${family}, 2, 0) ? "LET IN" : "refused"'`;
    const said = await bob.probe({
      'user namespace': 'unshare -Ur id && echo LET IN',
      'mount namespace': 'unshare -m id && echo LET IN',
      'network namespace': 'unshare -n id && echo LET IN',
      'nested box': 'bwrap --ro-bind / / id && echo LET IN',
      keyctl: call(calls.keyctl),
      io_uring: call(calls.io_uring_setup, '8, 0'),
      bpf: call(calls.bpf),
      'perf events': call(calls.perf_event_open),
      userfaultfd: call(calls.userfaultfd, '1'),
      vsock: socketOf(40),
      'kernel crypto': socketOf(38),
      packet: socketOf(17),
    });
    for (const [name, answer] of Object.entries(said)) {
      expect(`${name}: ${answer}`).not.toContain('LET IN');
    }
  });
});
