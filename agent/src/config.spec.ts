import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.js';
import { ConfigError } from './config-error.js';
import { agentVersion } from './version.js';

const server = { AGENT_SERVER: 'http://127.0.0.1:8080/' };

async function linesOf(env: NodeJS.ProcessEnv, isRoot = false): Promise<string[]> {
  try {
    await readConfig(env, isRoot);
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.lines;
    }
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('needs only the server', async () => {
    expect(await readConfig({ ...server, AGENT_TOKEN: '', OTHER: 'x' }, false)).toEqual({
      server: 'http://127.0.0.1:8080',
      authorities: null,
      token: undefined,
      tokenFile: undefined,
      jobAllowance: { memory: 'share', processes: null },
      stateDir: '/var/lib/clusterdesk-agent',
      allow: ['metrics', 'sessions', 'jobs', 'applications'],
      filesRoots: [],
      projectsRoots: [],
      hiddenDirs: [],
      isUnconfinedAllowed: false,
      isHostNetworkAllowed: false,
      isStoppingJobsOnExit: false,
      jobAccounts: { kind: 'own' },
      jobDevices: null,
      jobSockets: ['/var/lib/sss/pipes'],
      jobScratchBytes: null,
      isAllowingUserNamespaces: false,
      hostname: undefined,
    });
  });

  it('takes several roots of files', async () => {
    const env = { ...server, AGENT_FILES_ROOT: '/srv/files/home:/data/home' };
    expect((await readConfig(env, false)).filesRoots).toEqual(['/srv/files/home', '/data/home']);
    for (const wrong of ['/', '/srv/', '/srv/../etc', 'home']) {
      expect(await linesOf({ ...server, AGENT_FILES_ROOT: wrong })).toHaveLength(1);
    }
  });

  it('takes roots of projects, apart from those of homes', async () => {
    const env = { ...server, AGENT_FILES_ROOT: '/srv/files/home' };
    const { projectsRoots } = await readConfig(
      { ...env, AGENT_PROJECTS_ROOT: '/srv/files/projects:/data/projects' },
      false,
    );
    expect(projectsRoots).toEqual(['/srv/files/projects', '/data/projects']);
    for (const wrong of ['projects', '/srv/files/home', '/srv/files/home/me', '/srv/files']) {
      expect(await linesOf({ ...env, AGENT_PROJECTS_ROOT: wrong })).toEqual([
        expect.stringMatching(/^AGENT_PROJECTS_ROOT (must be absolute|and AGENT_FILES_ROOT)/),
      ]);
    }
  });

  it('takes folders that no job sees', async () => {
    const env = { ...server, AGENT_HIDDEN_DIRS: '/srv/data:/srv/secrets' };
    expect((await readConfig(env, false)).hiddenDirs).toEqual(['/srv/data', '/srv/secrets']);
    expect(await linesOf({ ...server, AGENT_HIDDEN_DIRS: 'data' })).toEqual([
      'AGENT_HIDDEN_DIRS must be absolute paths without links, with colons between.',
    ]);
  });

  it('says each wrong value in one line', async () => {
    const lines = await linesOf({
      AGENT_SERVER: 'ftp://host',
      AGENT_STATE_DIR: 'here',
      AGENT_RUN_AS: 'anyone',
      AGENT_ALLOW: 'metrics, everything',
      AGENT_FILES_ROOT: '/srv/home:files',
      AGENT_ALLOW_UNCONFINED: 'yes',
      AGENT_JOB_MEMORY: 'half',
      AGENT_JOB_PROCESSES: '1',
    });
    expect(lines).toEqual([
      expect.stringMatching(/^AGENT_SERVER must be the address/),
      'AGENT_STATE_DIR must be an absolute path.',
      'AGENT_RUN_AS must be shared or mapped.',
      expect.stringMatching(/^AGENT_ALLOW must be words out of metrics, sessions/),
      'AGENT_FILES_ROOT must be absolute paths without links, with colons between.',
      'AGENT_ALLOW_UNCONFINED must be true or false.',
      'AGENT_JOB_MEMORY must be share, all, or a number of bytes such as 4G.',
      'AGENT_JOB_PROCESSES must be a number from 10 to 999999.',
    ]);
    expect(await linesOf({})).toEqual(['AGENT_SERVER is missing.']);
  });

  it('reads what is allowed', async () => {
    const { allow } = await readConfig({ ...server, AGENT_ALLOW: 'metrics, sessions' }, false);
    expect(allow).toEqual(['metrics', 'sessions']);
  });

  it.each([
    ['all', 'all'],
    ['1000000', 1_000_000],
    ['512M', 512 * 1024 ** 2],
    ['4G', 4 * 1024 ** 3],
  ])('reads the memory of a job: %s', async (text, memory) => {
    const { jobAllowance } = await readConfig({ ...server, AGENT_JOB_MEMORY: text }, false);
    expect(jobAllowance).toEqual({ memory, processes: null });
  });

  it('wants an account for users’ files, never root, from a root agent that takes jobs', async () => {
    expect(await linesOf(server, true)).toEqual([
      expect.stringMatching(/^AGENT_SERVICE_USER is missing/),
    ]);
    expect(await linesOf({ ...server, AGENT_ALLOW: 'metrics' }, true)).toEqual([]);
    expect(await linesOf({ ...server, AGENT_SERVICE_USER: 'root' }, true)).toHaveLength(1);
    expect(await linesOf({ ...server, AGENT_SERVICE_USER: 'no-such-account' }, true)).toHaveLength(
      1,
    );
    expect(
      await linesOf({ ...server, AGENT_SERVICE_UID: '0', AGENT_SERVICE_GID: '0' }, true),
    ).toHaveLength(2);
    expect(await linesOf({ ...server, AGENT_SERVICE_UID: '990' }, true)).toHaveLength(1);
    const config = await readConfig(
      { ...server, AGENT_SERVICE_UID: '990', AGENT_SERVICE_GID: '991' },
      true,
    );
    expect(config.jobAccounts).toMatchObject({
      kind: 'numbered',
      range: { first: 1_900_000_000, last: 1_900_099_999 },
      files: { uid: 990, gid: 991 },
    });
  });

  it('maps jobs to their users only as root', async () => {
    expect(await linesOf({ ...server, AGENT_RUN_AS: 'mapped' })).toHaveLength(1);
    const mapped = await readConfig({ ...server, AGENT_RUN_AS: 'mapped' }, true);
    expect(mapped.jobAccounts).toEqual({ kind: 'mapped' });
  });

  it('takes uids for jobs that nobody else has', async () => {
    const service = { ...server, AGENT_SERVICE_UID: '200000', AGENT_SERVICE_GID: '991' };
    const linesFor = (uids: string): Promise<string[]> =>
      linesOf({ ...service, AGENT_JOB_UIDS: uids }, true);
    expect(await linesFor('300000-309999')).toEqual([]);
    for (const uids of ['65535-99999', '300000-300998', '300000', '1-2', '2147483000-2147484000']) {
      expect(await linesFor(uids)).toEqual([expect.stringMatching(/^AGENT_JOB_UIDS must be two/)]);
    }
    expect(await linesFor('199999-209999')).toEqual([
      expect.stringMatching(/^AGENT_JOB_UIDS must leave out the account/),
    ]);
  });

  it('reads what jobs may have of the host', async () => {
    const given = { AGENT_JOB_DEVICES: '/dev/fuse, /dev/dri/card0', AGENT_JOB_SCRATCH_MB: '512' };
    expect(await readConfig({ ...server, ...given }, false)).toMatchObject({
      jobDevices: ['/dev/fuse', '/dev/dri/card0'],
      jobScratchBytes: 512 * 1024 ** 2,
    });
    const none = await readConfig({ ...server, AGENT_JOB_DEVICES: 'none' }, false);
    expect(none.jobDevices).toEqual([]);
    const sockets = await readConfig(
      { ...server, AGENT_JOB_SOCKETS: '/srv/db/x.sock:/opt/s' },
      false,
    );
    expect(sockets.jobSockets).toEqual(['/srv/db/x.sock', '/opt/s']);
    for (const AGENT_JOB_SOCKETS of ['x.sock', '/', '/a//b']) {
      expect(await linesOf({ ...server, AGENT_JOB_SOCKETS })).toEqual([
        expect.stringMatching(/^AGENT_JOB_SOCKETS must be none/),
      ]);
    }
    for (const AGENT_JOB_DEVICES of ['/etc/shadow', '/dev/../etc', '/dev', 'fuse', '/dev/a,']) {
      expect(await linesOf({ ...server, AGENT_JOB_DEVICES })).toHaveLength(1);
    }
    expect(await linesOf({ ...server, AGENT_JOB_SCRATCH_MB: '0' })).toHaveLength(1);
  });
});

describe('agentVersion', () => {
  it('is the version of the repository', async () => {
    const { default: root } = (await import('../../package.json', {
      with: { type: 'json' },
    })) as { default: { version: string } };
    expect(agentVersion).toBe(root.version);
  });
});
