import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../config.js';
import { ConfigError } from '../config-error.js';
import { AgentBench } from '../../testing/agent-bench.js';
import { until } from '../../testing/agent-process.js';
import { removeTokenFile } from './token-file.js';

let dir: string;
let file: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-token-'));
  file = join(dir, 'token');
});
afterEach(() => rmSync(dir, { recursive: true }));

const read = (env: NodeJS.ProcessEnv = {}) =>
  readConfig({ AGENT_SERVER: 'http://127.0.0.1', AGENT_TOKEN_FILE: file, ...env }, false);
const leave = (text: string, mode = 0o600): void => {
  writeFileSync(file, text);
  chmodSync(file, mode);
};

describe('AGENT_TOKEN_FILE', () => {
  it('gives the token without what stands around it', async () => {
    leave('  token-1\n');
    expect(await read()).toMatchObject({ token: 'token-1', tokenFile: file });
  });

  it('may be gone or empty, as after the enrolment', async () => {
    expect((await read()).token).toBeUndefined();
    leave('\n');
    expect((await read()).token).toBeUndefined();
  });

  it.each([0o640, 0o604, 0o660])('is refused when others may touch it: %o', async (mode) => {
    leave('token-1', mode);
    await expect(read()).rejects.toThrow('must be open to its owner alone');
  });

  it('is refused as a folder, a link, a whole book, a long token and beside AGENT_TOKEN', async () => {
    leave('token-1');
    await expect(read({ AGENT_TOKEN: 'token-2' })).rejects.toThrow('exclude each other');
    await expect(read({ AGENT_TOKEN_FILE: 'token' })).rejects.toThrow('must be an absolute path');
    leave('x'.repeat(201));
    await expect(read()).rejects.toThrow('too long for an enrolment token');
    leave('x'.repeat(5_000));
    await expect(read()).rejects.toThrow('is not a file with a token');
    symlinkSync(file, join(dir, 'link'));
    await expect(read({ AGENT_TOKEN_FILE: join(dir, 'link') })).rejects.toThrow(ConfigError);
    mkdirSync(join(dir, 'folder'), { mode: 0o700 });
    await expect(read({ AGENT_TOKEN_FILE: join(dir, 'folder') })).rejects.toThrow(ConfigError);
  });

  it('is removed, and it is no fault when it is gone already', () => {
    leave('token-1');
    removeTokenFile(file);
    expect(existsSync(file)).toBe(false);
    removeTokenFile(file);
  });
});

describe('an agent with a token in a file', () => {
  const bench = new AgentBench();
  const allow = { AGENT_ALLOW: 'metrics', AGENT_TOKEN: '' };

  it('enrols with it, removes it then, and starts without it', async () => {
    leave('token-1');
    bench.addHost({ ...allow, AGENT_TOKEN_FILE: file });
    bench.server.refusal = 'not yet';
    bench.host.start(bench.server.url);
    await until('the first try', () => bench.server.handshakes.length > 0);
    expect(readFileSync(file, 'utf8')).toBe('token-1');
    bench.server.refusal = null;
    await until('the token to go', () => !existsSync(file));
    expect(bench.server.hellos).toHaveLength(1);
    await bench.host.end();
    bench.host.start(bench.server.url);
    await until('the second hello', () => bench.server.hellos.length === 2);
    expect(bench.host.lines).not.toContain('token-1');
  });

  it('takes a new one for a new enrolment though it has credentials, and these when it is used up', async () => {
    leave('token-1');
    bench.addHost({ ...allow, AGENT_TOKEN_FILE: file });
    bench.host.start(bench.server.url);
    await until('the hello', () => bench.server.isConnected);
    await bench.host.end();
    bench.server.tokens.add('token-2');
    leave('token-2');
    bench.host.start(bench.server.url);
    await until('the token to go', () => !existsSync(file));
    expect([...bench.server.tokens]).toEqual([]);
    expect(bench.server.whoIs(bench.server.handshakes.at(-1)!)).toBe('node-2');
    await bench.host.end();
    leave('token-2');
    bench.host.start(bench.server.url);
    await until('the third hello', () => bench.server.hellos.length === 3);
    await until('the old token to go', () => !existsSync(file));
    expect(bench.host.lines).toContain('does not know the enrolment token');
  });
});
