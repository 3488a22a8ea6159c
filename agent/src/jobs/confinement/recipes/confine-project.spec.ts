import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isRoot, jobUid, nobodyId } from '../../../../testing/agent-process.js';
import type { ProjectView } from './confine-plan.js';
import { confineProgram } from './confine-program.js';
import { asAccount } from './job-command.js';

const column = process.arch === 'arm64' ? 1 : 0;

/** What the program finds when it starts, after the agent has looked: others change the project meanwhile. */
(isRoot ? describe : describe.skip)('entries of a project when they are mounted', () => {
  let dir: string;
  const at = (path: string): string => join(dir, 'projects/p', path);

  beforeAll(() => {
    // Not in /tmp, which is the job's own.
    dir = mkdtempSync('/var/lib/clusterdesk-entries-');
  });
  afterAll(() => rmSync(dir, { recursive: true }));
  beforeEach(() => {
    rmSync(join(dir, 'projects'), { recursive: true, force: true });
    for (const path of ['a/b/c/file', 'w/r/file', 'secret/file']) {
      mkdirSync(join(at(path), '..'), { recursive: true });
      writeFileSync(at(path), `${path}\n`);
    }
    execFileSync('chown', ['-R', `${String(nobodyId)}:${String(nobodyId)}`, at('')]);
  });

  /** Runs a shell script in the view; @returns what is said, the exit code, and whether the job counts as begun. */
  function run(entries: ProjectView['entries'], script = 'echo ran') {
    const ids = (id: number): { uid: number; gid: number } => ({ uid: id, gid: id });
    const program = confineProgram(column, {
      ...{ visible: [], covers: [dir], shown: [], networkFolders: [], masked: [] },
      ...{ readOnly: [], shut: [], devices: ['/dev/null'], scriptPath: '/tmp/job.sh' },
      idMap: { folders: [], files: ids(nobodyId), job: ids(jobUid) },
      project: { root: join(dir, 'projects'), entries },
      scratch: { folders: ['/tmp'], options: 'size=1m' },
      command: [...asAccount({ name: '', groups: [], ...ids(jobUid) }), '/bin/sh', '-c', script],
    });
    const begin = join(dir, 'begin');
    const [nothing, note] = [openSync('/dev/null', 'r'), openSync(begin, 'w')];
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--'];
    try {
      const { stdout, stderr, status } = spawnSync(
        'unshare',
        [...namespaces, 'perl', '-e', program],
        { stdio: ['ignore', 'pipe', 'pipe', nothing, nothing, note, nothing], encoding: 'utf8' },
      );
      return { said: stdout + stderr, status, note: readFileSync(begin, 'utf8') };
    } finally {
      closeSync(nothing);
      closeSync(note);
    }
  }

  const readable = (path: string): ProjectView['entries'][number] => ({
    ...{ path: `p/${path}`, isWritable: false, isNested: false },
  });

  it('lie in each other as the agent says, with the rights of the innermost', () => {
    const entries = [
      { ...readable('w'), isWritable: true },
      { ...readable('w/r'), isNested: true },
      readable('a/b/c/file'),
    ];
    const script = `cd '${at('')}' && cat a/b/c/file w/r/file && echo x >w/new && ! echo x >w/r/file && ls`;
    expect(run(entries, script)).toEqual({
      ...{ status: 0, note: '' },
      said: expect.stringMatching(/^a\/b\/c\/file\nw\/r\/file\na\nw\n.*Read-only file system\n$/),
    });
    expect(readFileSync(at('w/new'), 'utf8')).toBe('x\n');
  });

  const swap = (path: string, target: string): void => {
    rmSync(at(path), { recursive: true });
    symlinkSync(target, at(path));
  };
  it.each<[string, string, () => unknown]>([
    ['is gone', 'No such file', () => rmSync(at('a/b/c/file'))],
    ['is a link', 'Too many levels', () => swap('a/b/c/file', at('secret/file'))],
    ['is a link to nothing', 'Too many levels', () => swap('a/b/c/file', 'nothing')],
    ['lies beyond a link in the project', 'Too many levels', () => swap('a/b', '../w')],
    ['lies beyond a link out of it', 'Too many levels', () => swap('a', '/etc')],
    ['lies in a project that is a link', 'Too many levels', () => swap('', '/etc')],
    [
      ...(['lies in a file', 'Not a directory'] as const),
      () => {
        rmSync(at('a/b/c'), { recursive: true });
        writeFileSync(at('a/b/c'), '');
      },
    ],
    [
      ...(['is a pipe', 'neither a file nor a folder'] as const),
      () => {
        rmSync(at('a/b/c/file'));
        execFileSync('mkfifo', [at('a/b/c/file')]);
      },
    ],
  ])('end the job as its own, not the host’s, fault where one %s', (_, reason, change) => {
    change();
    const { said, status, note } = run([readable('w'), readable('a/b/c/file')]);
    expect({ status, note }).toEqual({ status: 1, note: 'begin\n' });
    expect(said).toMatch(/^ClusterDesk: the job cannot see what it needs of the project, .+\n$/);
    expect(said).toContain(reason);
  });

  it('are mounted nowhere else while somebody exchanges a folder for a link all the time', () => {
    // Mounted beyond the link, it would hide what the host has there.
    mkdirSync(at('w/way/cron.d'), { recursive: true });
    symlinkSync('/etc', at('w/link'));
    const exchange = 'syscall($ARGV[0], -100, my $a = $ARGV[1], -100, my $b = $ARGV[2], 2) while 1';
    const renameat2 = String([316, 276][column]);
    const other = spawn('perl', ['-e', exchange, renameat2, at('w/way'), at('w/link')]);
    const entries = [
      { ...readable('w'), isWritable: true },
      { ...readable('w/way/cron.d'), isNested: true },
    ];
    try {
      for (let count = 0; count < 20; count += 1) {
        const { said, status } = run(entries, 'echo $(grep -c " /etc/" /proc/self/mountinfo)');
        expect(said).toMatch(status === 0 ? /^0\n$/ : /^ClusterDesk: .*Too many levels/);
      }
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('blame the host where the folder of all projects is gone', () => {
    rmSync(join(dir, 'projects'), { recursive: true });
    expect(run([readable('w')])).toMatchObject({ status: 125, note: '' });
  });
});
