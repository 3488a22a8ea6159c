import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, type RunScript } from '@clusterdesk/contracts';
import { FakeServer } from '../support/wire/fake-server.js';
import { intrude } from '../support/attack/intruder.js';
import {
  AttackedPlatform,
  installations,
  isRoot,
  type Attacker,
} from '../support/platform/attacked-platform.js';
import { waitFor } from '../support/wait-for.js';
import { thief } from './address-thief.js';

/** Root's, unless somebody else runs the tests. */
const [installation] = installations;
const ofBob = 'what only bob may read';

test('the installation of root is attacked', () => {
  expect(isRoot || process.env['CI'] !== 'true').toBe(true);
});

/**
 * From an ordinary user's job to the database, each step tried as if the one before it had succeeded: the server's address,
 * the agent's trust, an order of folders, the database's password, a token.
 */
describe('the way from a job to the whole platform', () => {
  let attacked: AttackedPlatform;
  let mallory: Attacker;
  let bob: Attacker;
  let dataDir: string;

  beforeAll(async () => {
    if (installation === undefined) {
      throw new Error('There is no installation to attack.');
    }
    attacked = await AttackedPlatform.start(installation, { HOST: 'localhost' });
    mallory = await attacked.addUser('mallory');
    bob = await attacked.addUser('bob');
    ({ dataDir } = attacked.platform);
    await bob.run(`echo '${ofBob}' >secret-of-bob.txt; chmod 600 secret-of-bob.txt`);
  });
  afterAll(() => attacked?.stop());

  const credentials = (): { nodeId: string; secret: string } =>
    JSON.parse(readFileSync(join(dataDir, 'agent/credentials.json'), 'utf8')) as {
      nodeId: string;
      secret: string;
    };

  /** What somebody with a token is told at the platform's address; null: nobody answers. */
  async function ask(host: string): Promise<string | null> {
    try {
      const answer = await fetch(
        `http://${host}:${attacked.port}/api${endpoints.account.detail.path}`,
        {
          headers: { Authorization: bob.client.token ?? '' },
          signal: AbortSignal.timeout(20_000),
        },
      );
      return await answer.text();
    } catch {
      return null;
    }
  }

  test('ends at the address: the killed server’s is not to be had, and neither console nor agent comes to the job', async () => {
    const { secret } = credentials();
    const agent = await attacked.platform.pidOf('agent');
    const jobId = await mallory.submit(thief(attacked.port));
    await mallory.waitForWord(jobId, 'trying');

    const killed = await attacked.platform.kill('server');
    const heard: (string | null)[] = [];
    let hasNext: boolean;
    do {
      // A program of another account on the host has no more of it than the job.
      expect(intrude(attacked.port, isRoot ? 65_534 : undefined)).toEqual([]);
      heard.push(...(await Promise.all(['127.0.0.1', '[::1]'].map(ask))));
      hasNext = (await attacked.platform.pidOf('server')) !== killed;
    } while (!hasNext || heard.at(-1) === null);
    expect(heard.at(-1)).toContain('bob');
    expect(heard.join()).not.toContain('STOLEN');

    // The agent found the server again, and takes its orders.
    expect((await bob.run('echo mine')).output).toBe('mine\n');
    expect(await attacked.platform.pidOf('agent')).toBe(agent);
    expect(credentials().secret).toBe(secret);

    await mallory.stop(jobId);
    const { output } = await mallory.waitForEnd(jobId);
    expect(output).toContain('trying');
    expect(output).not.toMatch(/GOT|Authorization|socket\.io/);
  });

  test('ends before the database: neither its socket nor its password is to be had, and no token', async () => {
    const data = join(dataDir, 'postgres/data');
    const socket = join(data, '.s.PGSQL.5432');
    const secrets = ['launcher/database-password', 'agent/credentials.json'].map((name) =>
      join(dataDir, name),
    );
    // They are there to be had.
    expect(statSync(socket).isSocket()).toBe(true);
    const password = readFileSync(secrets[0] ?? '', 'utf8').trim();
    expect(password.length).toBeGreaterThan(16);

    const pids = await Promise.all(
      (['server', 'worker', 'database', 'agent'] as const).map((name) =>
        attacked.platform.pidOf(name),
      ),
    );
    const roots = ['', ...pids.flatMap((pid) => [`/proc/${pid}/root`, `/proc/${pid}/cwd`])];
    const connect = (address: string): string =>
      `perl -MSocket=:all -e 'my ($family, $name) = (${address}); socket(my $s, $family, SOCK_STREAM, 0); print connect($s, $name) ? "CONNECTED" : "refused: $!"'`;
    const said = await mallory.probe({
      socket: connect(`AF_UNIX, pack_sockaddr_un("${socket}")`),
      'socket by its folder': `cd '${data}' && ${connect('AF_UNIX, pack_sockaddr_un(".s.PGSQL.5432")')}`,
      port: connect('AF_INET, pack_sockaddr_in(5432, inet_aton("127.0.0.1"))'),
      listeners: `cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == "0A"'; grep -a PGSQL /proc/net/unix`,
      files: roots
        .flatMap((root) => [...secrets, data, `${data}/PG_VERSION`].map((path) => root + path))
        .map((path) => `cat '${path}'; ls '${path}'`)
        .join('\n'),
      tokens: `cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr '\\0' '\\n' | grep -iE 'token|authorization|password|postgres(ql)?:'; for pid in ${pids.join(' ')}; do cat /proc/$pid/environ /proc/$pid/mem /proc/$pid/maps; done | head -c 100`,
    });
    const tokens = [mallory, bob].map(({ client }) => client.token ?? 'none');
    for (const [name, answer] of Object.entries(said)) {
      const text = `${name}: ${answer}`;
      expect(text).not.toMatch(/CONNECTED|PGSQL$|^\d+$|PG_VERSION$/m);
      for (const kept of [password, credentials().secret, ...tokens]) {
        expect(text).not.toContain(kept);
      }
    }
    expect(said['listeners']).toBe('');
  });

  /** Everything below happens to the platform's own agent, started once more as its launcher did. */
  describe('if the address could be had', () => {
    const server = new FakeServer();
    let agent: ChildProcess;
    let secret: string;

    const order = (jobId: string, folders: string[], more: Partial<RunScript> = {}): RunScript => ({
      ...{ jobId, attempt: 1, jobName: jobId, userName: 'mallory', userNumber: 4_242 },
      ...{ script: 'echo ordered >>ordered', cpus: 1, timeoutMs: null, hiddenDirs: [], env: {} },
      ...{ visibleDirs: folders, workDir: folders[0] ?? '' },
      ...more,
    });

    beforeAll(async () => {
      const { nodeId } = credentials();
      ({ secret } = credentials());
      const pid = await attacked.platform.pidOf('agent');
      const [words, env] = ['cmdline', 'environ'].map((file) =>
        readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean),
      );
      await attacked.platform.stop();
      server.secrets.set(nodeId, secret);
      server.isImpostor = true;
      server.impostorOrder = order('stolen', [join(dataDir, 'postgres')]);
      await server.start();
      const [program = '', ...args] = words ?? [];
      const given = (env ?? []).map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at), line.slice(at + 1)] as const;
      });
      agent = spawn(program, args, {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: { ...Object.fromEntries(given), AGENT_SERVER: server.url },
      });
    });
    afterAll(async () => {
      const ended = once(agent, 'exit');
      agent.kill();
      await ended;
      await server.stop();
    });

    test('who stands there learns no secret and orders nothing', async () => {
      await waitFor('the third try', () => server.handshakes.length >= 3, 30_000);
      // Of each try it has the public id of a key and a nonce, and no answer to anything.
      expect(server.heard).toEqual(
        server.handshakes.map(({ keyId, nonce }) => ({ protocol: 2, keyId, nonce })),
      );
      expect(JSON.stringify(server.heard)).not.toContain(secret);
      expect(server.hellos).toEqual([]);
      expect(() => statSync(join(dataDir, 'agent/jobs/stolen'))).toThrow('ENOENT');
    });

    test('and who has its key as well opens no folder but homes', async () => {
      server.isImpostor = false;
      await waitFor('the hello', () => server.isConnected, 30_000);
      const folders = ['postgres', 'postgres/data', 'launcher', 'agent', 'files', 'files/home', ''];
      for (const name of folders) {
        for (const visible of [[join(dataDir, name)], [mallory.home, join(dataDir, name)]]) {
          const reply = await server.run(order('opened', visible));
          expect(reply).toEqual({
            isAccepted: false,
            fault: 'node',
            reason: expect.stringMatching(/^AGENT_FOLDER_OUTSIDE: /),
          });
        }
      }
      const wanted = ['postgres', 'launcher', 'agent', 'files/home/bob'].map((name) =>
        join(dataDir, name),
      );
      const look = wanted
        .map((path) => `cat '${path}'/*; ls '${path}'; echo x >'${path}/planted'`)
        .join('\n');
      const script = `(${look}; ls '${dataDir}' | grep -v '^files$') 2>/dev/null; echo looked`;
      // Whatever it hides, the host hides the rest of the data folder.
      for (const [jobId, hiddenDirs] of [
        ['covered', [dataDir]],
        ['open', []],
      ] as const) {
        const more = { script, hiddenDirs: [...hiddenDirs] };
        const reply = await server.run(order(jobId, [mallory.home], more));
        expect(reply).toEqual({ isAccepted: true });
        await waitFor('the end', () => server.job(jobId).ended, 30_000);
      }
      for (const jobId of ['covered', 'open']) {
        expect([jobId, server.job(jobId).output.toString()]).toEqual([jobId, 'looked\n']);
      }
    });
  });
});
