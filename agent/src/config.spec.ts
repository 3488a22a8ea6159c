import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.js';
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
      token: undefined,
      stateDir: '/var/lib/clusterdesk-agent',
      runAs: 'shared',
      allow: ['metrics', 'sessions', 'jobs', 'applications'],
      isUnconfinedAllowed: false,
      isStoppingJobsOnExit: false,
      serviceAccount: null,
      hostname: undefined,
    });
  });

  it('says each wrong value in one line', async () => {
    const lines = await linesOf({
      AGENT_SERVER: 'ftp://host',
      AGENT_STATE_DIR: 'here',
      AGENT_RUN_AS: 'anyone',
      AGENT_ALLOW: 'metrics, everything',
      AGENT_ALLOW_UNCONFINED: 'yes',
    });
    expect(lines).toEqual([
      expect.stringMatching(/^AGENT_SERVER must be the address/),
      'AGENT_STATE_DIR must be an absolute path.',
      'AGENT_RUN_AS must be shared or mapped.',
      expect.stringMatching(/^AGENT_ALLOW must be words out of metrics, sessions/),
      'AGENT_ALLOW_UNCONFINED must be true or false.',
    ]);
    expect(await linesOf({})).toEqual(['AGENT_SERVER is missing.']);
  });

  it('reads what is allowed', async () => {
    const { allow } = await readConfig({ ...server, AGENT_ALLOW: 'metrics, sessions' }, false);
    expect(allow).toEqual(['metrics', 'sessions']);
  });

  it('wants an account for jobs, never root, from a root agent that takes jobs', async () => {
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
    expect(config.serviceAccount).toMatchObject({ uid: 990, gid: 991, hasOwnGroups: false });
  });

  it('maps jobs to their users only as root', async () => {
    expect(await linesOf({ ...server, AGENT_RUN_AS: 'mapped' })).toHaveLength(1);
    const mapped = await readConfig({ ...server, AGENT_RUN_AS: 'mapped' }, true);
    expect(mapped.serviceAccount).toBeNull();
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
