import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError } from '../config-error.js';
import { AgentBench } from '../../testing/agent-bench.js';
import { until } from '../../testing/agent-process.js';
import { TestCertificates } from '../../testing/certificates.js';
import { FakeServer } from '../../testing/fake-server.js';
import { readAuthorities } from './certificates.js';

let certificates: TestCertificates;
let server: FakeServer | null = null;

beforeAll(() => {
  certificates = new TestCertificates();
  certificates.makeAuthority('ca');
  certificates.makeAuthority('other-ca');
  certificates.makeServer('localhost', 'ca');
  certificates.makeServer('platform.example', 'ca');
});
afterEach(async () => {
  await server?.stop();
  server = null;
});
afterAll(() => certificates.remove());

/** A server that shows a certificate for this name; @returns its address by the name `localhost` */
async function serve(certifiedName: string): Promise<string> {
  server = new FakeServer(certificates.identity(certifiedName));
  await server.start();
  return server.urlBy('localhost');
}

describe('an agent over TLS', () => {
  const bench = new AgentBench();
  const host = (env: Record<string, string> = {}) =>
    bench.addHost({ AGENT_ALLOW: 'metrics', ...env });

  it('connects to a server that an authority of AGENT_CA_FILE vouches for', async () => {
    const url = await serve('localhost');
    host({ AGENT_CA_FILE: certificates.path('ca.pem') }).start(url);
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
    const file =
      'AGENT_CA_FILE' in env ? { AGENT_CA_FILE: certificates.path(env.AGENT_CA_FILE) } : env;
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
    const child = host({ AGENT_CA_FILE: certificates.path('ca.key') }).start('https://localhost');
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
    certificates.write(
      'both.pem',
      `A comment.\n${certificates.read('ca.pem')}\n${certificates.read('other-ca.pem')}`,
    );
    const authorities = readAuthorities(certificates.path('both.pem'));
    expect(authorities).toEqual(expect.arrayContaining([tls.rootCertificates[0]]));
    expect(authorities.slice(-2).join('\n')).toBe(
      `${certificates.read('ca.pem').trim()}\n${certificates.read('other-ca.pem').trim()}`,
    );
  });

  it('says what is wrong with a file', () => {
    certificates.write('empty.pem', '');
    const damaged = certificates.read('ca.pem').replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA');
    certificates.write('damaged.pem', damaged);
    const wrong = ['no-such.pem', 'empty.pem', 'damaged.pem', '.'];
    for (const name of wrong) {
      expect(() => readAuthorities(certificates.path(name))).toThrow(ConfigError);
    }
  });
});
