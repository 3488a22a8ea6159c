import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunScript } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { AgentBench } from '../../../testing/agent-bench.js';
import { isRoot, jobUid, nobodyId, until } from '../../../testing/agent-process.js';

const bench = new AgentBench();
const project = 'b7a1';

/** Files below the folder of all files, as the platform makes them: each holds its own path. */
function makeFiles(paths: readonly string[]): void {
  const files = join(bench.host.dataDir, 'files');
  for (const path of paths.map((name) => join(files, name))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${path.slice(files.length + 1)}\n`, { mode: 0o600 });
  }
  for (const top of ['projects', '.trash']) {
    execFileSync('sh', [
      '-c',
      `[ ! -e "$0" ] || chown -R ${String(nobodyId)}:${String(nobodyId)} "$0"`,
      join(files, top),
    ]);
  }
}

const placeOf = (path: string): string => join(bench.host.projectsDir, project, path);

/** Entries of the project: `r` those that are only read. */
function entriesOf(entries: Record<string, 'r' | 'w'>): Pick<RunScript, 'projectEntries'> {
  return {
    projectEntries: Object.entries(entries).map(([path, right]) => ({
      ...{ path: placeOf(path), isWritable: right === 'w' },
    })),
  };
}

async function run(jobId: string, script: string, more: Partial<RunScript>): Promise<string> {
  const reply = await bench.server.run(bench.host.command(jobId, script, more));
  expect(reply).toEqual({ isAccepted: true });
  await until(`the end of ${jobId}`, bench.hasEnded(jobId));
  return bench.server.job(jobId).output.toString();
}

it('is run by root where everything has to be tested', () => {
  expect(isRoot || process.env.CI !== 'true').toBe(true);
});

(isRoot ? describe : describe.skip)('a job in a project', () => {
  const files = [
    ...['view/data', 'view/sub/out/old', 'edit/mine', 'edit/fixed/data', 'one', 'note'],
    ...['deep/er/way/here', 'deep/er/sibling', 'edit2/secret', 'secret', '.hidden/secret'],
  ].map((path) => `projects/${project}/${path}`);
  const entries: Record<string, 'r' | 'w'> = {
    ...{ 'edit/fixed': 'r', view: 'r', 'view/sub/out': 'w', edit: 'w' },
    ...{ one: 'r', note: 'w', 'deep/er/way/here': 'r' },
  };
  const start = async (env: Record<string, string> = {}): Promise<void> => {
    await bench.startHost(env, { hasProjects: true });
    // There is no project yet: the folder above told.
    expect(bench.server.hellos[0]).toMatchObject({ confinement: 'namespaces', projectFiles: true });
    makeFiles([...files, 'projects/other/secret', `.trash/projects/${project}/secret`]);
    writeFileSync(join(bench.host.dataDir, 'files/home/other/secret'), 'secret');
  };

  it('sees its entries at their places, and nothing else of any project', async () => {
    await start();
    symlinkSync(placeOf('secret'), placeOf('view/link'));
    symlinkSync('../..', placeOf('edit/up'));
    const { dataDir, home } = bench.host;
    const output = await run(
      'j1',
      `cd '${dataDir}'; find . -path ./files/home -prune -o ! -type d -print | sort
       cd '${dirname(placeOf(''))}'; find . -type d | sort
       cd ${project}; cat view/data view/sub/out/old one note deep/er/way/here edit/fixed/data
       stat -c '%u %a %n' view/data note edit/mine; cat view/link; ls -A edit/up/; echo home >'${home}/made'`,
      entriesOf(entries),
    );
    const listed = [
      ...['deep/er/way/here', 'edit/fixed/data', 'edit/mine', 'edit/up', 'note', 'one'],
      ...['view/data', 'view/link', 'view/sub/out/old'],
    ].map((path) => `./files/projects/${project}/${path}`);
    const folders = [
      ...['', '/deep', '/deep/er', '/deep/er/way', '/edit', '/edit/fixed'],
      ...['/view', '/view/sub', '/view/sub/out'],
    ].map((path) => `./${project}${path}`);
    const read = [
      ...['view/data', 'view/sub/out/old', 'one', 'note', 'deep/er/way/here', 'edit/fixed/data'],
    ].map((path) => `projects/${project}/${path}`);
    expect(output.trimEnd().split('\n')).toEqual([
      ...[...listed, '.', ...folders, ...read],
      ...['view/data', 'note', 'edit/mine'].map((path) => `${String(jobUid)} 600 ${path}`),
      expect.stringMatching(/^cat: .*No such file or directory$/),
      ...[project],
    ]);
    expect(statSync(join(home, 'made')).uid).toBe(nobodyId);
  });

  it('writes where it may, for the platform, and nowhere else, whatever it tries', async () => {
    await start();
    const output = await run(
      'j1',
      `#!/bin/bash
       try() { "$@" >/dev/null 2>/tmp/said && echo "DONE: $*" || grep -oE '(Read-only file system|cross-device link|superuser|busy)' /tmp/said | head -n 1; }
       put() { echo x >>"$1"; }
       move() { perl -e 'rename $ARGV[0], $ARGV[1] or die $!' "$@"; }
       echo new >made; mkdir folder; echo x >folder/x; echo x >>../note; echo x >>../view/sub/out/old; rm mine; cd ..
       try put one; try put view/data; try put edit/fixed/data; try touch view/new deep/new new; try rm view/data; try chmod 777 view
       try ln view/data edit/linked; try ln view/data view/sub/out/linked; try ln edit/fixed/data edit/linked; try move view/data edit/data
       try move edit/fixed edit/moved; try mount -o remount,rw,bind "$PWD/view"; try umount "$PWD/edit/fixed"
       try mkdir ../other; try move view/sub/out view/out
       grep -F '/${project}/' /proc/self/mountinfo | grep -c ' rw,nosuid,nodev,.* - '; grep -F '/${project}/' /proc/self/mountinfo | grep -vc ',nosuid,nodev,'`,
      { ...entriesOf(entries), workDir: placeOf('edit') },
    );
    const [readOnly, across] = ['Read-only file system', 'cross-device link'];
    expect(output.trimEnd().split('\n')).toEqual([
      ...[readOnly, readOnly, readOnly, readOnly, readOnly, readOnly],
      ...[across, across, across, across, 'busy', 'superuser', 'superuser', readOnly, readOnly],
      ...['3', '0'],
    ]);
    for (const path of ['edit/made', 'edit/folder', 'edit/folder/x', 'note', 'view/sub/out/old']) {
      const { uid, gid } = statSync(placeOf(path));
      expect([path, uid, gid]).toEqual([path, nobodyId, nobodyId]);
    }
    const listing = execFileSync('find', ['.', '!', '-type', 'd'], { cwd: placeOf('') });
    const now = [...files.map((path) => path.slice(`projects/${project}/`.length))];
    expect(listing.toString().trimEnd().split('\n').sort()).toEqual(
      [...now.filter((path) => path !== 'edit/mine'), 'edit/made', 'edit/folder/x']
        .map((path) => `./${path}`)
        .sort(),
    );
    for (const path of ['one', 'view/data', 'edit/fixed/data']) {
      expect(readFileSync(placeOf(path), 'utf8')).toBe(`projects/${project}/${path}\n`);
    }
  });

  it('is sealed where it has no home, and sees no more where the server hides nothing', async () => {
    await start();
    const { dataDir, projectsDir } = bench.host;
    const output = await run(
      'j1',
      `echo "$HOME $TMPDIR"; echo ~; cd; pwd; ls '${dataDir}/files/home'; find '${projectsDir}' -name 'secret*'
       ls /sys/class/net; cat '${placeOf('view/data')}' >"$OLDPWD/result"`,
      {
        ...entriesOf({ view: 'r', 'edit2/secret': 'r', edit: 'w' }),
        ...{ visibleDirs: [], hiddenDirs: [], workDir: placeOf('edit'), network: 'none' },
      },
    );
    expect(output.trimEnd().split('\n')).toEqual([
      ...['/tmp /tmp', '/tmp', '/tmp', placeOf('edit2/secret'), 'lo'],
    ]);
    expect(readFileSync(placeOf('edit/result'), 'utf8')).toBe(`projects/${project}/view/data\n`);
    const plain = { visibleDirs: [], workDir: placeOf('edit') };
    expect(await bench.server.run(bench.host.command('j2', 'id', plain))).toMatchObject({
      ...{ isAccepted: false, fault: 'job' },
    });
  });

  it('gains nothing where it may make namespaces of its own', async () => {
    await start({ AGENT_JOB_USER_NAMESPACES: 'true' });
    const output = await run(
      'j1',
      `unshare --user --map-root-user --mount sh -c '
       cd "${placeOf('')}"; mount -o remount,rw,bind "$PWD/view"; umount "$PWD/edit/fixed"; umount -l "${bench.host.dataDir}"
       mount --bind edit /mnt; echo x >>view/data; echo x >>edit/fixed/data; echo x >>/mnt/fixed/data; find "${bench.host.dataDir}" -name "secret*"; id -u' 2>/dev/null`,
      entriesOf(entries),
    );
    expect(output).toBe('0\n');
    for (const path of ['view/data', 'edit/fixed/data']) {
      expect(readFileSync(placeOf(path), 'utf8')).toBe(`projects/${project}/${path}\n`);
    }
  });

  it('is refused where its entries are not what they must be', async () => {
    await start();
    const { projectsDir, home } = bench.host;
    symlinkSync(placeOf('view'), placeOf('edit/link'));
    symlinkSync('view', placeOf('way'));
    execFileSync('mkfifo', [placeOf('fifo')]);
    const one = (path: string): Partial<RunScript> => ({
      projectEntries: [{ path, isWritable: true }],
    });
    type Wrong = [Partial<RunScript>, 'job' | 'node', string];
    const wrong: Wrong[] = [
      ...['/etc', dirname(projectsDir), `${projectsDir}2/x`, `${home}/x`, bench.host.stateDir].map(
        (path): Wrong => [one(path), 'node', 'AGENT_PROJECTS_UNCONFINED'],
      ),
      ...[
        projectsDir,
        `${projectsDir}/.trash/x`,
        `${placeOf('')}/`,
        `${placeOf('view')}/../one`,
      ].map((path): Wrong => [one(path), 'job', 'AGENT_FOLDER_REFUSED']),
      ...['projects', '', placeOf('view\0'), placeOf('x/'.repeat(3_000)).slice(0, -1)].map(
        (path): Wrong => [one(path), 'job', 'AGENT_FOLDER_REFUSED'],
      ),
      ...[
        'gone',
        'one/below',
        'edit/link',
        'edit/link/data',
        'way/data',
        'fifo',
        'x'.repeat(300),
      ].map((path): Wrong => [one(placeOf(path)), 'job', 'AGENT_PROJECT_ENTRY_MISSING']),
      [
        {
          projectEntries: [placeOf('view'), join(projectsDir, 'other')].map((path) => ({
            path,
            isWritable: false,
          })),
        },
        ...(['job', 'AGENT_FOLDER_REFUSED'] as const),
      ],
      [
        {
          projectEntries: [true, false].map((isWritable) => ({
            path: placeOf('view'),
            isWritable,
          })),
        },
        ...(['job', 'AGENT_FOLDER_REFUSED'] as const),
      ],
      [{ ...entriesOf({ note: 'w' }), workDir: placeOf('note') }, 'job', 'AGENT_WORK_DIR_MISSING'],
      [{ ...entriesOf({ view: 'r' }), workDir: placeOf('view') }, 'job', 'AGENT_FOLDER_REFUSED'],
      [
        { ...entriesOf({ edit: 'w', 'edit/fixed': 'r' }), workDir: placeOf('edit/fixed') },
        'job',
        'AGENT_FOLDER_REFUSED',
      ],
      [
        { ...entriesOf({ edit: 'w' }), workDir: placeOf('edit/none') },
        'job',
        'AGENT_WORK_DIR_MISSING',
      ],
      [{ ...entriesOf({ edit: 'w' }), workDir: placeOf('edit2') }, 'job', 'AGENT_FOLDER_REFUSED'],
    ];
    for (const [more, fault, code] of wrong) {
      const reply = await bench.server.run(bench.host.command('j1', 'echo no', more));
      const reason: unknown = expect.stringMatching(`^${code}: `);
      expect([more, reply]).toEqual([more, { isAccepted: false, fault, reason }]);
    }
  });

  it('is given back by an agent that cannot show it any more, which runs those of before', async () => {
    const host = bench.addHost();
    mkdirSync(placeOf('view'), { recursive: true });
    chownSync(placeOf('view'), nobodyId, nobodyId);
    const commands = {
      before: host.command('before', `ls -A '${dirname(host.projectsDir)}'`),
      after: host.command('after', 'echo run', entriesOf({ view: 'r' })),
    };
    for (const [jobId, command] of Object.entries(commands)) {
      mkdirSync(join(host.stateDir, 'jobs', jobId), { recursive: true });
      const spec = { command, confinement: 'namespaces', processors: null };
      writeFileSync(join(host.stateDir, 'jobs', jobId, 'spec.json'), JSON.stringify(spec));
    }
    host.start(bench.server.url);
    await until('both ends', () => bench.hasEnded('before')() && bench.hasEnded('after')());
    expect(bench.server.hellos[0]).toMatchObject({ projectFiles: false });
    expect(bench.server.job('before').ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(bench.server.job('before').output.toString()).toBe('home\n');
    expect(bench.server.job('after').ended).toMatchObject({
      ...{ reason: 'lost', refusal: 'AGENT_PROJECTS_UNCONFINED' },
    });
  });
});

describe('an ordinary agent', () => {
  it('shows jobs nothing of projects, and says so', async () => {
    await bench.startHost({}, { isUnprivileged: true, hasProjects: true });
    expect(bench.server.hellos[0]).toMatchObject({
      ...{ confinement: 'bubblewrap', acceptsJobs: true, projectFiles: false },
    });
    expect(bench.host.lines).toContain('takes no jobs in projects: ');
    mkdirSync(placeOf('view'), { recursive: true });
    const command = bench.host.command('j1', 'echo no', entriesOf({ view: 'r' }));
    expect(await bench.server.run(command)).toEqual({
      ...{ isAccepted: false, fault: 'node' },
      reason: expect.stringMatching(/^AGENT_PROJECTS_UNCONFINED: /),
    });
  });
});
