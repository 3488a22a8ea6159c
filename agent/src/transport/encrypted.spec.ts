import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError } from '../config-error.js';
import { AgentBench } from '../testing/agent-bench.js';
import { until } from '../testing/agent-process.js';
import { FakeServer } from '../testing/fake-server.js';
import { readAuthorities } from './certificates.js';

let dir: string;
let server: FakeServer | null = null;

const openssl = (...args: string[]): void =>
  void execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });

/** An authority of our own, and what it vouches for: servers of two names. */
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-tls-'));
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['ca', 'other-ca']) {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', '2'];
    openssl('req', '-x509', ...key, ...files, '-subj', `/CN=${name}`);
  }
  for (const name of ['localhost', 'platform.example']) {
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    writeFileSync(join(dir, 'names'), `subjectAltName=DNS:${name}\n`);
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.pem`, '-days', '2');
  }
});
afterEach(async () => {
  await server?.stop();
  server = null;
});
afterAll(() => rmSync(dir, { recursive: true }));

const read = (name: string): string => readFileSync(join(dir, name), 'utf8');

/** A server that shows a certificate for this name; @returns its address by the name `localhost` */
async function serve(certifiedName: string): Promise<string> {
  const identity = { key: read(`${certifiedName}.key`), cert: read(`${certifiedName}.pem`) };
  server = new FakeServer(identity);
  await server.start();
  return server.urlBy('localhost');
}

describe('an agent over TLS', () => {
  const bench = new AgentBench();
  const host = (env: Record<string, string> = {}) =>
    bench.addHost({ AGENT_ALLOW: 'metrics', ...env });

  it('connects to a server that an authority of AGENT_CA_FILE vouches for', async () => {
    const url = await serve('localhost');
    host({ AGENT_CA_FILE: join(dir, 'ca.pem') }).start(url);
    await until('the hello', () => server?.isConnected === true);
    expect(bench.host.lines).not.toContain('WARNING');
  });

  it.each([
    ['nobody that Node trusts', 'localhost', {}, 'unable to verify the first certificate'],
    ['another authority', 'localhost', { AGENT_CA_FILE: 'other-ca.pem' }, 'unable to verify'],
    ['the right one, for another name', 'platform.example', { AGENT_CA_FILE: 'ca.pem' }, 'altname'],
    ['nobody, though the environment says that is all right', 'localhost', unverified(), 'unable'],
  ])('says nothing to one that is vouched for by %s', async (_who, name, env, said) => {
    const url = await serve(name);
    const file = 'AGENT_CA_FILE' in env ? { AGENT_CA_FILE: join(dir, env.AGENT_CA_FILE) } : env;
    host({ ...file }).start(url);
    await until('the refusal', () => bench.host.lines.includes('cannot reach'));
    expect(bench.host.lines).toContain(said);
    expect(bench.host.lines).toContain('AGENT_CA_FILE names the certificates');
    expect(server?.heard).toEqual([]);
  });

  it('is told once of an address that anybody on the way can read, and not of its own host', async () => {
    host().start('http://platform.invalid');
    await until('the try', () => bench.host.lines.includes('cannot reach'));
    expect(bench.host.lines.match(/WARNING: http:\/\/platform.invalid is not https/g)).toHaveLength(
      1,
    );
    await bench.host.end();
    host().start(bench.server.url);
    await until('the hello', () => bench.server.isConnected);
    expect(bench.host.lines).not.toContain('WARNING');
  });

  it('does not start with a file that vouches for nobody', async () => {
    const child = host({ AGENT_CA_FILE: join(dir, 'ca.key') }).start('https://localhost');
    await until('the exit', () => child.exitCode !== null);
    expect(child.exitCode).toBe(2);
    expect(bench.host.lines).toMatch(
      /^agent: AGENT_CA_FILE .* holds no certificate in PEM form.\n$/,
    );
  });
});

/** Which Node heeds where a program does not say otherwise. */
function unverified() {
  return { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
}

describe('readAuthorities', () => {
  it('adds those of the file to those that Node trusts', () => {
    writeFileSync(join(dir, 'both.pem'), `A comment.\n${read('ca.pem')}\n${read('other-ca.pem')}`);
    const authorities = readAuthorities(join(dir, 'both.pem'));
    expect(authorities).toEqual(expect.arrayContaining([tls.rootCertificates[0]]));
    expect(authorities.slice(-2).join('\n')).toBe(
      `${read('ca.pem').trim()}\n${read('other-ca.pem').trim()}`,
    );
  });

  it('says what is wrong with a file', () => {
    writeFileSync(join(dir, 'empty.pem'), '');
    const damaged = read('ca.pem').replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA');
    writeFileSync(join(dir, 'damaged.pem'), damaged);
    const wrong = ['no-such.pem', 'empty.pem', 'damaged.pem', '.'];
    for (const name of wrong) {
      expect(() => readAuthorities(join(dir, name))).toThrow(ConfigError);
    }
  });
});
