import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AgentBench } from '../../../../testing/agent-bench.js';
import { isRoot, jobUid, nobodyId, until } from '../../../../testing/agent-process.js';
import { systemCalls } from '../syscalls/system-calls.js';

const bench = new AgentBench();
const column = process.arch === 'arm64' ? 1 : 0;
const numberOf = (name: keyof typeof systemCalls): number => systemCalls[name][column] ?? -1;

/**
 * Mounts a folder upon itself with ids that are mapped to what they are. The kernel maps no mount twice, so this stands for a file
 * system that knows no mapped ids, as NFS.
 */
const mountOnce = `
my ($folder, @ids) = @ARGV;
my $empty = '';
pipe my $said, my $say; pipe my $heard, my $end;
my $child = fork;
if (!$child) { close $end; syscall(${String(numberOf('unshare'))}, 0x10000000) == 0 or exit 1; syswrite $say, 'x'; sysread $heard, my $w, 1; exit }
sysread $said, my $word, 1;
my $lines = join '', map { "$_ $_ 1\\n" } @ids;
for my $kind ('uid', 'gid') { open my $map, '>', "/proc/$child/" . $kind . '_map' or die; syswrite $map, $lines or die "$!" }
open my $namespace, '<', "/proc/$child/ns/user" or die;
my $tree = syscall(${String(numberOf('open_tree'))}, -100, $folder, 1);
my $change = pack 'QQQQ', 0x100000, 0, 0, fileno $namespace;
syscall(${String(numberOf('mount_setattr'))}, $tree, $empty, 0x1000, $change, 32) == 0 or die "$!";
syscall(${String(numberOf('move_mount'))}, $tree, $empty, -100, $folder, 4) == 0 or die "$!";
close $end; waitpid $child, 0;
`;

(isRoot ? describe : describe.skip)('files where ids cannot be mapped', () => {
  async function run(jobId: string, script: string): Promise<string> {
    await bench.server.run(bench.host.command(jobId, script));
    await until('the end', bench.hasEnded(jobId));
    return bench.server.job(jobId).output.toString();
  }

  /** Runs a test with the home on a file system that maps no ids. */
  async function withoutMaps(test: (home: string) => Promise<void>): Promise<void> {
    await bench.startHost();
    expect(bench.server.hellos[0]?.confinement).toBe('namespaces');
    const { home } = bench.host;
    bench.host.asPlatform('mkdir folder; echo platform >folder/before; chmod 600 folder/before');
    execFileSync('perl', ['-e', mountOnce, home, ...[nobodyId, jobUid].map(String)]);
    try {
      await test(home);
      bench.host.asPlatform('rm -r ./*');
    } finally {
      execFileSync('umount', [home]);
    }
  }

  it('are shared by access control lists, once for a user', () =>
    withoutMaps(async (home) => {
      const output = await run(
        'j1',
        'id -u; echo job >>folder/before; mkdir sub; echo job >sub/made',
      );
      expect(output).toBe(`${String(jobUid)}\n`);
      expect(bench.host.lines).toContain('homes are shared by access control lists there');
      expect(statSync(join(home, 'sub/made')).uid).toBe(jobUid);
      expect(
        bench.host.asPlatform('cat folder/before; echo more >>sub/made; echo new >sub/new'),
      ).toBe('platform\njob\n');
      expect(await run('j2', 'cat sub/made; echo x >>sub/new; rm sub/new')).toBe('job\nmore\n');
    }));

  it('are the job’s, too, when the platform moved them in', () =>
    withoutMaps(async (home) => {
      await run('j1', ':');
      const staging = join(bench.host.dataDir, 'staging');
      mkdirSync(staging);
      chownSync(staging, nobodyId, nobodyId);
      // As uploads come: from a folder beside the homes, with the modes of the platform.
      bench.host.asPlatform(
        `umask 007; echo up >'${staging}/upload'; mkdir -p '${staging}/tree/inner'; echo in >'${staging}/tree/inner/file'`,
      );
      // Over the border of a mount `mv` copies with all that it can keep, here no list.
      for (const name of ['upload', 'tree']) {
        bench.host.asPlatform(
          `cp -a '${staging}/${name}' '${home}/${name}'; setfacl -R -b '${home}/${name}'`,
        );
      }
      expect(
        await run('j2', 'cat upload tree/inner/file; echo job >>upload; mkdir tree/inner/more'),
      ).toBe('up\nin\n');
      expect(bench.host.asPlatform('cat upload; rmdir tree/inner/more')).toBe('up\njob\n');
    }));

  it('are the platform’s, too, when a job has closed them', () =>
    withoutMaps(async () => {
      await run(
        'j1',
        `mkdir -m 700 shut; echo key >shut/key; chmod 600 shut/key; mkdir shut/deep; echo x >shut/deep/file; chmod 000 shut/deep
         mkdir bare; echo y >bare/file; setfacl -b -k bare bare/file; chmod 770 bare; ln -s /etc/passwd link
         mkdir sticky; echo z >sticky/file; chmod 1777 sticky
         perl -e 'mkdir "deep"; chdir "deep"; for (1..40) { my $n = "x" x 200; mkdir $n, 0700; chdir $n or die } open my $f, ">", "file"'`,
      );
      expect(
        bench.host.asPlatform('cat shut/key bare/file shut/deep/file; rm -r shut bare sticky deep'),
      ).toBe('key\ny\nx\n');
    }));

  it('and no others, though links come in their place meanwhile', () =>
    withoutMaps(async (home) => {
      const outside = mkdtempSync('/var/lib/clusterdesk-outside-');
      try {
        // Names of one file each; the walk through them takes a while.
        const many = 'open my $f, ">", "0"; for my $n (1..60_000) { link "0", $n or die $! }';
        chownSync(outside, nobodyId, nobodyId);
        bench.host.asPlatform(
          `mkdir many; cd '${outside}'; perl -e '${many}'; cd '${home}/many'; perl -e '${many}'`,
        );
        const listed = (path: string): boolean =>
          execFileSync('getfacl', ['-cpn', '--', path], { encoding: 'utf8' }).includes(
            String(jobUid),
          );
        const ended = run('j1', ':');
        await until('the walk to have begun', () => listed(join(home, 'many/0')));
        bench.host.asPlatform(`mv many other; ln -s '${outside}' many`);
        await ended;
        expect(listed(join(outside, '0'))).toBe(false);
      } finally {
        rmSync(outside, { recursive: true });
      }
    }));
});
