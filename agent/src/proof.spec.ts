import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AgentBench, loop } from '../testing/agent-bench.js';
import { isRoot, until } from '../testing/agent-process.js';

const bench = new AgentBench();

/** The job can be run without a recipe of confinement as well: who may order it is what counts here. */
beforeEach(() =>
  bench.startHost(isRoot ? {} : { AGENT_ALLOW_UNCONFINED: 'true' }, {
    timings: { retry: { firstMs: 400, mostMs: 800 } },
  }),
);

const order = (jobId: string) => bench.host.command(jobId, 'echo ordered >>ordered');
const hasRun = (): boolean => existsSync(join(bench.host.home, 'ordered'));

describe('a program that has taken the address of the server', () => {
  it('learns nothing, orders nothing and ends nothing', async () => {
    const { server, host } = bench;
    await server.run(host.command('j1', loop));
    await until('the job to run', bench.isUp('j1'));
    await server.stop();
    server.heard.length = 0;
    server.handshakes.length = 0;
    server.isImpostor = true;
    await server.start();
    await until('the third try', () => server.handshakes.length >= 3);
    // Of each try it has the public id of a key and a nonce, and no answer to anything.
    expect(server.heard).toEqual(
      server.handshakes.map(({ keyId, nonce }) => ({ protocol: 2, keyId, nonce })),
    );
    const file = readFileSync(join(host.stateDir, 'credentials.json'), 'utf8');
    const { secret } = JSON.parse(file) as { secret: string };
    expect(JSON.stringify(server.heard)).not.toContain(secret);
    expect(bench.membersOf('j1').length).toBeGreaterThan(1);
    expect(host.lines.match(/does not know this node's secret/g)).toHaveLength(1);

    const hellos = server.hellos.length;
    await server.stop();
    server.isImpostor = false;
    await server.start();
    await until('the next hello', () => server.hellos.length > hellos);
    expect(server.hellos.at(-1)?.jobs).toEqual([
      { kind: 'job', jobId: 'j1', attempt: 1, isEnded: false },
    ]);
  });
});

describe('somebody between agent and server', () => {
  it('cannot repeat an order', async () => {
    const { server } = bench;
    const message = server.sign('jobs.run-script', order('j1'));
    await server.send('jobs.run-script', message);
    await until('the job to end', bench.hasEnded('j1'));
    const hellos = server.hellos.length;
    await expect(server.send('jobs.run-script', message)).rejects.toThrow();
    await until('a new connection', () => server.hellos.length > hellos);
    // Nor in the connection after it.
    await expect(server.send('jobs.run-script', message)).rejects.toThrow();
    expect(bench.host.lines).toContain("an order that is not the platform's");
    expect(readFileSync(join(bench.host.home, 'ordered'), 'utf8')).toBe('ordered\n');
  });

  it.each(['another folder', 'another event', 'no signature'])(
    'cannot alter an order: %s',
    async (what) => {
      const { server, host } = bench;
      const message = server.sign('jobs.run-script', order('j1'));
      if (what === 'another folder') {
        message.body = message.body.replaceAll('zhang san', 'other');
      } else if (what === 'no signature') {
        message.mac = 'A'.repeat(43);
      }
      const event = what === 'another event' ? 'jobs.stop-script' : 'jobs.run-script';
      const hellos = server.hellos.length;
      await expect(server.send(event, message)).rejects.toThrow();
      await until('a new connection', () => server.hellos.length > hellos);
      expect(server.hellos.at(-1)?.jobs).toEqual([]);
      expect(hasRun()).toBe(false);
      expect(host.lines).toContain("an order that is not the platform's");
    },
  );
});

describe('a server in foreign hands', () => {
  it('shows a job no home but its own, though it hides nothing', async () => {
    const { server, host } = bench;
    const homes = dirname(host.home);
    writeFileSync(join(homes, 'other/theirs.txt'), 'theirs');
    const script = `ls '${homes}'; cat '${homes}/other/theirs.txt' 2>&1`;
    await server.run(host.command('j1', script, { hiddenDirs: [] }));
    await until('the end', bench.hasEnded('j1'));
    const output = server.job('j1').output.toString();
    expect(output).toMatch(/^zhang san\ncat: .*No such file/);
  });
});

describe('a host that does not say where the homes are', () => {
  it('takes no jobs, and says what to set', async () => {
    await bench.host.end();
    bench.server.tokens.add('token-1');
    await bench.startHost({ AGENT_FILES_ROOT: '' });
    expect(bench.server.hellos.at(-1)?.acceptsJobs).toBe(false);
    expect(bench.host.lines).toMatch(/takes no jobs: .*set AGENT_FILES_ROOT/);
    const reply = await bench.server.run(order('j1'));
    expect(reply).toMatchObject({ isAccepted: false, fault: 'node' });
    expect(reply.reason).toMatch(/^AGENT_FILES_ROOT_UNSET/);
  });
});
