import { randomBytes } from 'node:crypto';
import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import {
  AttackedPlatform,
  installations,
  isRoot,
  type Attacker,
} from '../support/platform/attacked-platform.js';
import { waitFor } from '../support/wait-for.js';

test('both kinds of installation are attacked', () => {
  // Only root can start the one of root. Elsewhere the other one is tried alone, but never in CI.
  expect(isRoot || process.env['CI'] !== 'true').toBe(true);
});

const secret = 'what only bob may read';
/** Found in no other command line and in no other folder. */
const mark = randomBytes(6).toString('hex');

describe.each(installations)('a job on an installation $name', (installation) => {
  let attacked: AttackedPlatform;
  let mallory: Attacker;
  let bob: Attacker;
  let bobsFile: string;

  beforeAll(async () => {
    attacked = await AttackedPlatform.start(installation);
    mallory = await attacked.addUser('mallory');
    bob = await attacked.addUser('bob');
    bobsFile = join(bob.home, 'secret-of-bob.txt');
    writeFileSync(bobsFile, secret);
    if (isRoot) {
      const { uid, gid } = statSync(bob.home);
      chownSync(bobsFile, uid, gid);
    }
  });
  afterAll(() => attacked?.stop());

  /** Every process of the host whose command line has the word. */
  const processesWith = (word: string): string[] =>
    readdirSync('/proc').filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word);
      } catch {
        return false;
      }
    });

  test('has no right that its user has not', async () => {
    const socket = (family: number, type: number, protocol: number): string =>
      `perl -e 'print socket(S, ${family}, ${type}, ${protocol}) ? "OPENED" : "refused: $!"'`;
    const said = await mallory.probe({
      root: 'id -u',
      capabilities: `grep -E '^(Cap|NoNewPrivs)' /proc/self/status | tr '\\n' ' '`,
      'own setuid': 'cp /usr/bin/id ./id && chmod u+s,g+s ./id && ./id -u; rm -f ./id',
      su: 'su -c id; passwd -S root; newgrp root',
      owner: 'touch owned && chown 0:0 owned && echo GIVEN; rm -f owned',
      'raw socket': socket(2, 3, 1),
      'packet socket': socket(17, 3, 768),
      'low port': `perl -MSocket -e 'socket(S,2,1,6); print bind(S, sockaddr_in(80, INADDR_ANY)) ? "BOUND" : "refused: $!"'`,
      clock: 'date -s 2001-01-01 && echo SET',
      hostname: 'hostname evil && echo SET',
      nice: 'nice -n -5 nice',
      realtime: 'chrt -f 1 echo REALTIME',
      log: 'dmesg | head -1 | grep . && echo READ',
      shadow: 'cat /etc/shadow && echo READ',
      // Harmless if they worked: a word of help, and what is set already.
      sysrq: 'echo h >/proc/sysrq-trigger && echo WRITTEN',
      sysctl: 'cat /proc/sys/kernel/core_pattern >/proc/sys/kernel/core_pattern && echo WRITTEN',
      device: 'mknod disk b 8 0 && echo MADE; mknod null c 1 3 && echo MADE',
      memory: 'head -c 1 /dev/mem /dev/kmem /proc/kcore | grep . && echo READ',
      oom: 'echo 0 >/proc/self/oom_score_adj; cat /proc/self/oom_score_adj',
    });
    expect(Number(said['root'])).toBeGreaterThan(0);
    expect(said['capabilities']).toMatch(/CapEff:\t0+ CapBnd:\t0+ CapAmb:\t0+ NoNewPrivs:\t1/);
    expect(said['own setuid']).toBe(said['root']);
    expect(Number(said['nice']?.split('\n').at(-1))).toBeGreaterThanOrEqual(0);
    for (const [name, answer] of Object.entries(said)) {
      expect(`${name}: ${answer}`).not.toMatch(
        /OPENED|BOUND|GIVEN|SET$|REALTIME$|READ$|WRITTEN|MADE|uid=0/,
      );
    }
  });

  test('sees nobody else’s processes, files or secrets', async () => {
    const said = await mallory.probe({
      processes: `for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline; echo; done`,
      environments: `cat /proc/[0-9]*/environ | tr '\\0' '\\n'`,
      bob: `cat '${bobsFile}'; ls -la '${bob.home}'; cat /proc/1/root'${bobsFile}' /proc/[0-9]*/root'${bobsFile}'`,
      data: `ls -laR '${attacked.platform.dataDir}' | head -50`,
      search: `find '${attacked.platform.dataDir}' /tmp /var/tmp /dev/shm -name 'secret-of-bob*' -o -name database-password -o -name credentials.json -o -name PG_VERSION 2>/dev/null`,
      descriptors: `ls -l /proc/self/fd | sed 's/.*-> //'; for fd in /proc/self/fd/*; do ls "$fd/.." 2>/dev/null; done`,
    });
    expect(said['processes']).not.toMatch(/main\.js|worker\.js|agent\.cjs|postgres/);
    expect(said['environments']).not.toMatch(/ADMIN_PASSWORD|DATABASE_URL|TOKEN=|AGENT_|SECRET/);
    expect(said['search']).toBe('');
    for (const answer of Object.values(said)) {
      expect(answer).not.toMatch(new RegExp(`${secret}|secret-of-bob.txt$|PG_VERSION$`, 'm'));
    }
  });

  test('sees nothing of a project, also of one that its user is a member of', async () => {
    const { id: projectId } = (
      await bob.client.expectOk(endpoints.projects.add, { projectName: 'secrets' })
    ).result;
    await bob.client.expectOk(endpoints.projectFiles.mkdir, { projectId, path: '/data' });
    const others = await bob.client.expectOk(endpoints.projects.candidates, { projectId });
    const userId = others.result.data.find(({ userName }) => userName === 'mallory')?.id ?? '';
    await bob.client.expectOk(endpoints.projects.addUsers, { projectId, userId });
    const dir = join(attacked.filesDir, 'projects', projectId, 'data');
    writeFileSync(join(dir, 'secret-of-project.txt'), secret);

    const said = await mallory.probe({
      read: `cat '${dir}/secret-of-project.txt' '/proc/1/root${dir}/secret-of-project.txt'`,
      relative: `ls -la ../../projects ../../projects/${projectId}/data`,
      list: `ls -laR '${join(attacked.filesDir, 'projects')}'`,
      link: `ln -s '${dir}' project-link && cat project-link/*; rm -f project-link`,
      search: `find / -xdev -name 'secret-of-project*' 2>/dev/null`,
    });
    for (const answer of Object.values(said)) {
      expect(answer).not.toMatch(new RegExp(`${secret}|secret-of-project.txt$`, 'm'));
    }
    const workDir = `/projects/${projectId}/data`;
    const inIt = await mallory.run('cat secret-of-project.txt', { workDir });
    expect(inIt).toMatchObject({ status: 'FAILED', output: '' });
  });

  test('finds no way round what covers the rest, be it root of its own', async () => {
    const { dataDir } = attacked.platform;
    const look = `cat '${bobsFile}' '/proc/1/root${bobsFile}' /tmp/*/'${bobsFile}' /tmp/look'${bobsFile}' 2>/dev/null; ls /tmp/look/home/bob 2>/dev/null`;
    const asRoot = (script: string): string =>
      `mkdir -p /tmp/look /tmp/over /tmp/work; unshare -Urmpf --propagation private sh -c '${script.replaceAll("'", `'\\''`)}'; ${look}`;
    const said = await mallory.probe({
      'mounts taken off': asRoot(
        `for i in 1 2 3; do awk '{print $5}' /proc/self/mountinfo | sort -r | while read m; do umount -l "$m"; done; done; ${look}`,
      ),
      'the data folder': asRoot(`umount -l '${dataDir}'; umount -R '${dataDir}'; ${look}`),
      'another view': asRoot(`mount --rbind / /tmp/look; umount -R '/tmp/look${dataDir}'; ${look}`),
      'a view of it alone': asRoot(
        `mount --bind '${dataDir}' /tmp/look; ls -laR /tmp/look | head; ${look}`,
      ),
      'a layer over it': asRoot(
        `mount -t overlay o -o lowerdir=/,upperdir=/tmp/over,workdir=/tmp/work /tmp/look; ${look}`,
      ),
      'writable again': asRoot(
        `mount -o remount,rw '${dataDir}'; mount -o remount,bind,rw /; touch /etc/clusterdesk-${mark} && echo PLANTED`,
      ),
      'a new root': asRoot(
        `cd /tmp/look && mount --rbind / /tmp/look && pivot_root . tmp; ${look}`,
      ),
      'other file systems': asRoot(
        `for t in proc sysfs cgroup cgroup2 ext4 devtmpfs mqueue tmpfs debugfs; do mount -t $t none /tmp/look && ls /tmp/look | head -3; done; ${look}`,
      ),
      'the first process': `nsenter -t 1 -a sh -c "${look.replaceAll('"', '\\"')}"; nsenter -t 1 -m -p sh -c id`,
      'a box in the box': `bwrap --dev-bind / / --proc /proc --tmpfs /tmp sh -c "cat '${bobsFile}'"; bwrap --unshare-all --bind / / umount -l '${dataDir}'; ${look}`,
      // open_by_handle_at(2): the first inodes of a file system, as the well known escape guesses them.
      handles: `perl -e 'open(my $d, "<", "/") or die; for my $i (1..300) { my $h = pack("IiQ", 8, 1, $i); my $fd = syscall(304, fileno($d), $h, 0); print "HANDLE $i\\n" if $fd >= 0 }'`,
      // open_tree(2) of what is covered.
      trees: `perl -e 'my $p = "${dataDir}"; my $fd = syscall(428, -100, $p, 1); print "TREE\\n" if $fd >= 0 and -e "/proc/self/fd/$fd/files"'`,
    });
    for (const [name, answer] of Object.entries(said)) {
      expect(`${name}: ${answer}`).not.toMatch(
        new RegExp(`${secret}|secret-of-bob.txt$|PLANTED|HANDLE|TREE|database-password`, 'm'),
      );
    }
    expect(() => statSync(`/etc/clusterdesk-${mark}`)).toThrow('ENOENT');
  });

  test('takes nobody with it when it kills all it can', async () => {
    const pids = (): Promise<number[]> =>
      Promise.all(
        (['database', 'server', 'worker', 'agent'] as const).map((name) =>
          attacked.platform.pidOf(name),
        ),
      );
    const before = await pids();
    const bobsJob = await bob.submit('echo up; sleep 3; echo survived');
    await bob.waitForWord(bobsJob, 'up');
    const { status } = await mallory.run(
      `for p in $(seq 2 400); do kill -STOP $p 2>/dev/null; kill -9 $p 2>/dev/null; done & kill -9 -1; kill -9 1; sleep 1`,
    );
    expect(['FAILED', 'COMPLETED', 'SUCCESS']).toContain(status);
    expect((await bob.waitForEnd(bobsJob)).output).toContain('survived');
    expect(await pids()).toEqual(before);
  });

  test('leaves nothing running behind, wherever it hides', async () => {
    const sleepers = [1, 2, 3, 4].map((index) => `8${index}${parseInt(mark.slice(0, 6), 16)}`);
    const [forked, session, ignoring, bare] = sleepers;
    const hidden = `(sleep ${forked} &)
setsid sleep ${session} </dev/null >/dev/null 2>&1 &
sh -c 'trap "" TERM HUP INT; sleep ${ignoring}; sleep ${ignoring}' >/dev/null 2>&1 &
env -i setsid perl -e 'fork && exit; $0 = "x"; exec "sleep", "${bare}"' &
sleep 0.3; echo hidden`;
    const { output } = await mallory.run(hidden);
    expect(output).toContain('hidden');
    await waitFor(
      'nothing of it to be left',
      () => sleepers.flatMap(processesWith).length === 0,
      10_000,
    );

    const running = await mallory.submit(`${hidden}; while :; do sleep 0.1; done`);
    await mallory.waitForWord(running, 'hidden');
    expect(sleepers.flatMap(processesWith).length).toBeGreaterThanOrEqual(4);
    await mallory.stop(running);
    await mallory.waitForEnd(running);
    expect(sleepers.flatMap(processesWith)).toEqual([]);
  });

  test.each([
    ['an interpreter that is not there', '#!/no/such/shell\necho ran'],
    ['nothing as interpreter', '#!\necho ran'],
    ['a carriage return', '#!/bin/sh\r\necho ran'],
    ['another byte order', '\uFEFF#!/bin/sh\necho ran'],
    ['a way up', '#!../../../bin/sh\necho ran'],
    ['a program that changes the user', '#!/usr/bin/setpriv --reuid=0 /usr/bin/id\n'],
    ['a long line', `#!/bin/sh ${'x'.repeat(5_000)}\necho ran`],
  ])('with %s in its first line ends, as nobody else', async (_, script) => {
    const { output, status } = await mallory.run(script);
    expect(['FAILED', 'SUCCESS', 'COMPLETED']).toContain(status);
    expect(output).not.toMatch(/uid=0/);
  });

  test('of another user is not stopped, read or found', async () => {
    const jobId = await bob.submit('echo of bob; sleep 2');
    for (const endpoint of [endpoints.jobs.stop, endpoints.jobs.detail, endpoints.jobs.log]) {
      const answer = await mallory.client.call(endpoint, { jobId });
      expect(answer.success).toBe(false);
    }
    expect((await bob.waitForEnd(jobId)).exitCode).toBe(0);
  });
});
