import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { settingNames } from './config.js';
import { TestCertificates } from '../testing/certificates.js';

const script = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../install.sh'), 'utf8');

/** What the platform serves as the agent. */
let served = '';
let http: Server;
let origin = '';
let dir: string;

/** The platform's files of the agent. */
const answer: RequestListener = (request, response) => {
  if (request.url === '/agent/agent.cjs') {
    response.end(served);
  } else if (request.url === '/agent/install.sh') {
    // As serve-agent-files.ts of the platform does it.
    const [first = '', ...rest] = script.split('\n');
    response.end([first, `AGENT_SERVER="\${AGENT_SERVER:-${origin}}"`, ...rest].join('\n'));
  } else {
    response.writeHead(404).end();
  }
};

beforeAll(async () => {
  http = createServer(answer);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`;
});
afterAll(() => new Promise((resolve) => http.close(resolve)));
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-install-'));
  served = agentOf('1.0.0');
});
afterEach(() => rmSync(dir, { recursive: true }));

const agentOf = (version: string): string => `console.log('${version}');\n`;
const at = (path: string): string => join(dir, path);
const agentFile = 'usr/local/lib/clusterdesk-agent/agent.cjs';
const envFile = 'etc/clusterdesk-agent/agent.env';
const tokenFile = 'etc/clusterdesk-agent/token';
const unitFile = 'etc/systemd/system/clusterdesk-agent.service';
const read = (path: string): string => readFileSync(at(path), 'utf8');
const modeOf = (path: string): number => statSync(at(path)).mode & 0o777;

interface Outcome {
  code: number | null;
  said: string;
}

/** Runs a shell whose input is open and never ends unless it is said: nothing of the script may wait for it. */
function shell(args: string[], env: Record<string, string>, input?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', args, { env: { PATH: process.env.PATH, ...env } });
    let said = '';
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    child.on('close', (code) => {
      child.stdin.destroy();
      resolve({ code, said });
    });
    if (input !== undefined) {
      child.stdin.end(input);
    }
  });
}

function run(args: string[] = [], env: Record<string, string> = {}): Promise<Outcome> {
  writeFileSync(at('install.sh'), script);
  const given = { AGENT_SERVER: origin, AGENT_TOKEN: 'token-1', ...env };
  return shell([at('install.sh'), '--prefix', dir, ...args], given);
}

/** The settings as a shell reads them, which is also how one starts the agent by hand. */
function settings(): Record<string, string> {
  const print = 'set -a; . "$1"; exec env -0';
  const text = execFileSync('env', ['-i', '/bin/sh', '-c', print, 'sh', at(envFile)], {
    encoding: 'utf8',
  });
  const pairs = text.split('\0').map((line): [string, string] => {
    const end = line.indexOf('=');
    return [line.slice(0, end), line.slice(end + 1)];
  });
  return Object.fromEntries(pairs.filter(([name]) => name.startsWith('AGENT_')));
}

/** As systemd reads it, which does not mind spaces: the last line counts, and there is one. */
function readAllow(): string | undefined {
  const lines = read(envFile)
    .split('\n')
    .filter((line) => /^\s*AGENT_ALLOW\b/.test(line));
  expect(lines).toHaveLength(1);
  return /=\s*["']?([^"']*)/.exec(lines[0] ?? '')?.[1];
}

describe('install.sh', () => {
  it('knows every setting of the agent', () => {
    const [, names = ''] = /^settings='([^']*)'/m.exec(script) ?? [];
    expect([...names.split(/\s+/), 'AGENT_TOKEN', 'AGENT_TOKEN_FILE'].sort()).toEqual(
      [...settingNames].sort(),
    );
  });

  it('does nothing when only a part of it came', async () => {
    const half = script.slice(0, script.lastIndexOf('main "$@"'));
    const { code } = await shell(['-s', '--', '--prefix', dir], { AGENT_SERVER: origin }, half);
    expect(code).toBe(0);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('installs by the command of the node’s page, through a pipe', async () => {
    const command = `{ echo "AGENT_TOKEN='token-1' AGENT_ALLOW_DEFAULT='metrics,sessions,applications'"; curl -fsSL '${origin}/agent/install.sh'; } | sh -s -- --prefix '${dir}'`;
    const { code, said } = await shell(['-c', command], {});
    expect(said).toContain('Agent 1.0.0 is installed');
    expect(said).not.toContain('token-1');
    expect(code).toBe(0);
    expect(read(agentFile)).toBe(served);
    expect(read(tokenFile)).toBe('token-1\n');
    expect([modeOf(tokenFile), modeOf(envFile), modeOf('etc/clusterdesk-agent')]).toEqual([
      0o600, 0o600, 0o700,
    ]);
    expect(settings()).toEqual({
      AGENT_SERVER: origin,
      AGENT_ALLOW: 'metrics,sessions,applications',
      AGENT_STATE_DIR: at('var/lib/clusterdesk-agent'),
      AGENT_TOKEN_FILE: at(tokenFile),
    });
    const unit = read(unitFile);
    expect(unit).not.toContain('token-1');
    for (const line of ['Restart=always', 'RestartSec=3', 'KillMode=process']) {
      expect(unit).toContain(`\n${line}\n`);
    }
    expect(unit).toContain(`EnvironmentFile=${at(envFile)}\n`);
    expect(unit).toMatch(
      /^ExecStart=\/\S+ --max-old-space-size=64 --max-semi-space-size=1 \/\S+$/m,
    );
    expect(readdirSync(at(dirname(agentFile)))).toEqual(['agent.cjs']);
  });

  it('upgrades and keeps what was set before and by hand', async () => {
    await run([], { AGENT_ALLOW: 'metrics', AGENT_HOSTNAME: 'one' });
    rmSync(at(tokenFile));
    mkdirSync(at('var/lib/clusterdesk-agent'), { recursive: true });
    writeFileSync(at('var/lib/clusterdesk-agent/credentials.json'), '{}');
    writeFileSync(at(envFile), `# mine\n${read(envFile)}AGENT_JOB_MEMORY='4G'\n`);
    served = agentOf('1.1.0');
    const { code } = await run([], { AGENT_TOKEN: '', AGENT_HOSTNAME: 'two' });
    expect(code).toBe(0);
    expect(read(agentFile)).toBe(served);
    expect(existsSync(at(tokenFile))).toBe(false);
    expect(read(envFile)).toMatch(/^# mine\n/);
    expect(read(envFile).match(/AGENT_HOSTNAME/g)).toHaveLength(1);
    expect(settings()).toMatchObject({
      AGENT_ALLOW: 'metrics',
      AGENT_HOSTNAME: 'two',
      AGENT_JOB_MEMORY: '4G',
    });
  });

  it.each([
    ['', 'metrics,jobs,applications', 'metrics,applications'],
    ['AGENT_ALLOW="metrics"', 'metrics,sessions', 'metrics'],
    ["  AGENT_ALLOW = 'metrics'", 'metrics,sessions', 'metrics'],
    ['AGENT_ALLOW=""', 'metrics,sessions', 'metrics,sessions'],
  ])('of a host with %j makes AGENT_ALLOW_DEFAULT=%s to %s', async (line, given, allow) => {
    mkdirSync(at(dirname(envFile)), { recursive: true });
    writeFileSync(at(envFile), `${line}\n`);
    const { code, said } = await run([], { AGENT_ALLOW_DEFAULT: given });
    expect(code).toBe(0);
    expect(said.includes('AGENT_ALLOW stays metrics')).toBe(allow === 'metrics');
    expect(readAllow()).toBe(allow);
    // The operator's word counts more than either.
    await run([], { AGENT_ALLOW_DEFAULT: given, AGENT_ALLOW: 'sessions' });
    expect(readAllow()).toBe('sessions');
    expect(read(envFile)).not.toContain('AGENT_ALLOW_DEFAULT');
  });

  it.each([
    ['a page of a proxy', (): string => '<html>Please sign in</html>'],
    ['half of a file', (): string => 'function agent() { console.log("1.1.0")'],
    ['nothing', (): string => ''],
  ])('leaves the agent that is there when it gets %s', async (_what, serve) => {
    await run([], { AGENT_ALLOW: 'metrics' });
    const before = [read(agentFile), read(envFile), read(unitFile)];
    served = serve();
    const { code, said } = await run([], { AGENT_HOSTNAME: 'new' });
    expect(code).toBe(1);
    expect(said).toContain('is not an agent; nothing was changed');
    expect([read(agentFile), read(envFile), read(unitFile)]).toEqual(before);
    expect(readdirSync(at(dirname(agentFile)))).toEqual(['agent.cjs']);
  });

  it('leaves it too when the platform cannot be reached', async () => {
    await run([], { AGENT_ALLOW: 'metrics' });
    const before = [read(agentFile), read(envFile)];
    const { code, said } = await run([], { AGENT_SERVER: `${origin}/elsewhere` });
    expect(code).toBe(1);
    expect(said).toContain('could not be fetched');
    expect([read(agentFile), read(envFile)]).toEqual(before);
  });

  it('says how to get Node where there is none, or an old one', async () => {
    const bin = at('bin');
    mkdirSync(bin);
    for (const tool of 'cat id uname sed tr tail stat'.split(' ')) {
      symlinkSync(execFileSync('which', [tool], { encoding: 'utf8' }).trim(), join(bin, tool));
    }
    const releases = {
      debian: 'ID=ubuntu\nID_LIKE=debian\n',
      rocky: 'ID="rocky"\n',
      odd: 'ID=x\n',
    };
    const told = { debian: 'deb.nodesource.com', rocky: 'dnf', odd: 'nodejs.org' };
    mkdirSync(at('etc'));
    for (const name of ['debian', 'rocky', 'odd'] as const) {
      writeFileSync(at('etc/os-release'), releases[name]);
      const none = await run([], { PATH: bin });
      expect(none.code).toBe(1);
      expect(none.said).toContain('needs Node 20.19 or newer');
      expect(none.said).toContain(told[name]);
    }
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho 20.18.3\n');
    chmodSync(join(bin, 'node'), 0o755);
    const old = await run([], { PATH: bin });
    expect(old.said).toContain('is 20.18.3');
    expect(existsSync(at('usr'))).toBe(false);
  });

  it('writes values that do their worst as they are', async () => {
    const hostile = [
      `a"; touch ${dir}/owned; "`,
      `$(touch ${dir}/owned)`,
      `\`touch ${dir}/owned\``,
      'it\'s \\ one # with % and \\" and $HOME',
      '-n',
      '主机',
    ];
    for (const AGENT_HOSTNAME of hostile) {
      expect((await run([], { AGENT_HOSTNAME, AGENT_ALLOW: 'metrics' })).code).toBe(0);
      expect(settings().AGENT_HOSTNAME).toBe(AGENT_HOSTNAME);
      // The quoting of systemd.exec(5): within double quotes a backslash stands before what is special.
      const lines = read(envFile)
        .split('\n')
        .filter((line) => line.startsWith('AGENT_'));
      for (const line of lines) {
        expect(line).toMatch(/^AGENT_\w+="(\\["\\`$]|[^"\\`$])*"$/);
      }
    }
    const { code, said } = await run([], { AGENT_HOSTNAME: 'x\nAGENT_ALLOW=jobs' });
    expect(code).toBe(1);
    expect(said).toContain('AGENT_HOSTNAME has a line break');
    expect(existsSync(at('owned'))).toBe(false);
  });

  it.each([
    [{ AGENT_TOKEN: '' }, 'AGENT_TOKEN is missing'],
    [{ AGENT_SERVER: '' }, 'AGENT_SERVER is missing'],
    [{ AGENT_SERVER: '-o/etc/passwd' }, 'must begin with http'],
    [{ AGENT_CA_FILE: 'ca.pem' }, 'absolute path'],
    [{ AGENT_ALLOW: 'jobs' }, 'needs AGENT_FILES_ROOT'],
    [{ AGENT_ALLOW: 'jobs', AGENT_FILES_ROOT: '/no/such/folder' }, 'no folder /no/such/folder'],
    [{ AGENT_ALLOW: 'jobs', AGENT_FILES_ROOT: '/' }, 'belongs to root'],
  ])('changes nothing without what it needs: %j', async (env, reason) => {
    const { code, said } = await run([], env);
    expect(code).toBe(1);
    expect(said).toContain(reason);
    expect(existsSync(at('etc')) || existsSync(at('usr'))).toBe(false);
  });

  it('refuses what it does not know', async () => {
    expect(await run(['--unistall'])).toEqual({
      code: 1,
      said: 'install.sh: there is no option --unistall; see --help.\n',
    });
    expect((await run(['--purge'])).code).toBe(1);
    expect((await run(['--help'])).said).toContain('--uninstall');
  });

  it('leaves jobs out until it is said where the homes are, and finds whom they belong to', async () => {
    const first = await run([], { AGENT_ALLOW_DEFAULT: 'metrics, jobs,applications' });
    expect(first.said).toContain('takes no jobs: AGENT_FILES_ROOT is not set');
    const [, allowed = ''] = /sudo AGENT_ALLOW=(\S+) AGENT_FILES_ROOT=/.exec(first.said) ?? [];
    expect(allowed).toBe('metrics,jobs,applications');
    expect(settings().AGENT_ALLOW).toBe('metrics,applications');
    const root = at('home');
    mkdirSync(root);
    // As root of a test the folder is given away; as anybody else it is one's own.
    if (process.getuid?.() === 0) {
      execFileSync('chown', ['990:991', root]);
    }
    const { uid, gid } = statSync(root);
    const second = await run([], { AGENT_ALLOW: allowed, AGENT_FILES_ROOT: root });
    expect(second.said).toContain('AGENT_ALLOW was metrics,applications and is');
    expect(settings()).toMatchObject({
      AGENT_ALLOW: 'metrics,jobs,applications',
      AGENT_FILES_ROOT: root,
      AGENT_SERVICE_UID: String(uid),
      AGENT_SERVICE_GID: String(gid),
    });
    await run([], { AGENT_SERVICE_UID: '1234', AGENT_SERVICE_GID: '1235' });
    await run();
    expect(settings()).toMatchObject({ AGENT_SERVICE_UID: '1234', AGENT_SERVICE_GID: '1235' });
  });

  it('goes, and takes settings and state with it only when that is asked for', async () => {
    await run([], { AGENT_ALLOW: 'metrics' });
    const state = at('var/lib/clusterdesk-agent');
    mkdirSync(join(state, 'jobs/j1'), { recursive: true });
    writeFileSync(join(state, 'credentials.json'), '{}');
    expect((await run(['--uninstall'])).code).toBe(0);
    expect([agentFile, unitFile, tokenFile].some((path) => existsSync(at(path)))).toBe(false);
    expect(existsSync(join(state, 'credentials.json'))).toBe(true);
    expect(settings().AGENT_ALLOW).toBe('metrics');
    expect((await run(['--uninstall', '--purge'])).code).toBe(0);
    expect(existsSync(at('etc/clusterdesk-agent'))).toBe(false);
    expect(existsSync(state)).toBe(false);
    expect((await run(['--uninstall'])).code).toBe(0);
  });
});

describe('install.sh over TLS', () => {
  let certificates: TestCertificates;
  let platform: Server;
  let server: string;

  beforeAll(async () => {
    certificates = new TestCertificates();
    certificates.makeAuthority('ca');
    certificates.makeServer('localhost', 'ca');
    platform = createTlsServer(certificates.identity('localhost'), answer);
    await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
    server = `https://localhost:${String((platform.address() as AddressInfo).port)}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => platform.close(resolve));
    certificates.remove();
  });

  const installFrom = (env: Record<string, string> = {}): Promise<Outcome> =>
    run([], { AGENT_SERVER: server, AGENT_ALLOW: 'metrics', ...env });

  it('fetches nothing from whom nobody vouches for', async () => {
    const { code, said } = await installFrom();
    expect(code).toBe(1);
    expect(said).toContain('could not be fetched');
    expect(existsSync(at(envFile))).toBe(false);
  });

  it('trusts AGENT_CA_FILE, now and in the agent', async () => {
    const AGENT_CA_FILE = certificates.path('ca.pem');
    expect(await installFrom({ AGENT_CA_FILE })).toMatchObject({ code: 0 });
    expect(settings()).toMatchObject({ AGENT_CA_FILE });
  });

  it('gives the agent the authorities of the host where Node does not know the platform’s', async () => {
    // What an organisation adds to its hosts curl knows, and Node does not.
    const host = { CURL_CA_BUNDLE: certificates.path('ca.pem') };
    const lost = await installFrom(host);
    expect(lost.code).toBe(1);
    expect(lost.said).toContain('name its authority in AGENT_CA_FILE');
    expect(existsSync(at(envFile))).toBe(false);
    const bundle = 'etc/ssl/certs/ca-certificates.crt';
    mkdirSync(at(dirname(bundle)), { recursive: true });
    writeFileSync(at(bundle), certificates.read('ca.pem'));
    expect(await installFrom(host)).toMatchObject({ code: 0 });
    expect(settings()).toMatchObject({ AGENT_CA_FILE: at(bundle) });
  });
});
