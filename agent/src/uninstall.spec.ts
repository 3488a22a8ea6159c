import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunApplication } from '@clusterdesk/contracts';
import { AgentBench, loop } from '../testing/agent-bench.js';
import { isRoot, until } from '../testing/agent-process.js';

const script = join(dirname(fileURLToPath(import.meta.url)), '../install.sh');
const bench = new AgentBench();
const describeOnRoot = isRoot || process.env['CI'] === 'true' ? describe : describe.skip;

let prefix: string;
beforeEach(() => {
  prefix = mkdtempSync(join(tmpdir(), 'clusterdesk-purge-'));
});
afterEach(() => rmSync(prefix, { recursive: true, force: true }));

/** Takes the agent of `stateDir` off the host, with all that it keeps. */
function purge(stateDir: string): { code: number; said: string } {
  const settings = join(prefix, 'etc/clusterdesk-agent');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'agent.env'), `AGENT_STATE_DIR="${stateDir}"\n`);
  const words = ['--prefix', prefix, '--uninstall', '--purge'];
  try {
    const said = execFileSync('/bin/sh', [script, ...words], { encoding: 'utf8', stdio: 'pipe' });
    return { code: 0, said };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    return { code: status, said: stderr };
  }
}

const application = (text: string): RunApplication => ({
  ...{ runId: randomUUID(), name: 'htop', version: '1', action: 'install', script: text },
});

describeOnRoot('install.sh --uninstall --purge', () => {
  it('removes all that an agent keeps, but what runs, which it names', async () => {
    await bench.startHost();
    const { server, host } = bench;
    const done = application('echo secret of the installer');
    await server.runApplication(done);
    await until('its end', () => server.job(done.runId).ends.length > 0);
    const stop = join(prefix, 'stop');
    const going = application(`echo up; while [ ! -e '${stop}' ]; do sleep 0.1; done`);
    await server.runApplication(going);
    await server.run(host.command('j1', loop));
    await until('both to run', () =>
      [server.job(going.runId), server.job('j1')].every(({ output }) => output.includes('up')),
    );
    const members = bench.membersOf('j1');

    const refused = purge(host.stateDir);
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(`the agent with process number ${String(host.pid)} still uses`);
    expect(existsSync(join(host.stateDir, 'credentials.json'))).toBe(true);

    await host.end('SIGKILL');
    const { code, said } = purge(host.stateDir);
    expect(code).toBe(0);
    expect(said).toContain(`${join(host.stateDir, 'jobs/j1')}: its script still runs\n`);
    const run = join(host.stateDir, 'applications', going.runId);
    expect(said).toContain(`${run}: its script still runs\n`);
    expect(readdirSync(host.stateDir).sort()).toEqual(['applications', 'jobs']);
    expect(readdirSync(join(host.stateDir, 'applications'))).toEqual([going.runId]);
    expect(bench.membersOf('j1')).toEqual(expect.arrayContaining(members.slice(0, 1)));

    writeFileSync(stop, '');
    execFileSync('sh', ['-c', `kill -KILL ${bench.membersOf('j1').join(' ')} 2>&1 || :`]);
    await until('their ends', () => existsSync(join(run, 'exit')) && !bench.membersOf('j1').length);
    await until('all to be removed', () => purge(host.stateDir).said.includes('state are removed'));
    expect(existsSync(host.stateDir)).toBe(false);
    expect(existsSync(join(prefix, 'etc/clusterdesk-agent'))).toBe(false);
  });

  it('follows no link, touches nothing that is mounted, and leaves what is not the agent’s', () => {
    const state = join(prefix, 'var/lib/it’s here');
    const outside = join(prefix, 'outside');
    for (const path of [
      ...['applications/a1/mnt', 'applications/a2', 'jobs/.draft', 'probe', 'network-abc'],
      '../../../outside',
    ]) {
      mkdirSync(join(state, path), { recursive: true });
    }
    writeFileSync(join(outside, 'precious'), 'precious');
    for (const name of ['credentials.json.tmp', 'agent.json', 'agent.json.17', 'notes.txt']) {
      writeFileSync(join(state, name), '{"pid":1,"startTicks":1,"bootId":"x"}');
    }
    symlinkSync(outside, join(state, 'applications/a3'));
    symlinkSync(outside, join(state, 'jobs/j1'));
    symlinkSync(outside, join(state, 'network-link'));
    const mount = join(state, 'applications/a1/mnt');
    // On the same disk: only the list of mounts shows it.
    execFileSync('mount', ['--bind', outside, mount]);
    try {
      const { said } = purge(state);
      expect(said).toContain(`${join(state, 'applications/a1')}: something is mounted there\n`);
      expect(said).toContain(`${join(state, 'notes.txt')}: it is not of the agent's making\n`);
      expect(said.match(/^ {2}\//gm)).toHaveLength(2);
    } finally {
      execFileSync('umount', [mount]);
    }
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('precious');
    expect(readdirSync(state).sort()).toEqual(['applications', 'notes.txt']);
    expect(readdirSync(join(state, 'applications'))).toEqual(['a1']);

    rmSync(join(state, 'notes.txt'));
    expect(purge(state).said).toBe('The agent, its settings and its state are removed.\n');
    expect(existsSync(state)).toBe(false);
  });
});
