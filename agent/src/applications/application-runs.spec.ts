import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, type RunApplication } from '@clusterdesk/contracts';
import { isAlive } from '@clusterdesk/host';
import { findMembers } from '../runs/processes/process-tree.js';
import { AgentBench } from '../../testing/agent-bench.js';
import { isRoot, until } from '../../testing/agent-process.js';
import { scriptMarker } from './script-launcher.js';

const bench = new AgentBench();
const itAsRoot = isRoot ? it : it.skip;

const commandOf = (script: string, more: Partial<RunApplication> = {}): RunApplication => ({
  ...{ runId: randomUUID(), name: 'htop', version: '3.2', action: 'install', script, ...more },
});
const hasEnded = (runId: string) => (): boolean => bench.server.job(runId).ends.length > 0;
const says =
  (runId: string, text: string): (() => boolean) =>
  () =>
    bench.server.job(runId).output.includes(text);
const membersOf = (runId: string): number[] =>
  findMembers(null, scriptMarker(join(bench.host.stateDir, 'applications', runId))).map(
    ({ pid }) => pid,
  );
/** A file of the host that scripts of this test write to. */
const markOf = (): string => join(bench.host.dataDir, 'mark');

async function run(command: RunApplication) {
  const reply = await bench.server.runApplication(command);
  expect(reply).toEqual({ isAccepted: true });
  await until('the end', hasEnded(command.runId));
  const { output, ends } = bench.server.job(command.runId);
  return { output: output.toString(), ends };
}

describe('a script of an application', () => {
  itAsRoot(
    'runs as root in a clean environment, and its end is told with all of its output',
    async () => {
      await bench.startHost();
      const command = commandOf(
        'id -u; pwd; env | cut -d= -f1 | grep -v PWD | sort; echo 你好; echo no >&2; exit 3',
      );
      const { output, ends } = await run(command);
      expect(output).toBe('0\n/\nCLUSTERDESK_APPLICATION\nHOME\nLANG\nPATH\n你好\nno\n');
      expect(ends).toMatchObject([
        { kind: 'application', jobId: command.runId, exitCode: 3, reason: 'exited' },
      ]);
      expect(bench.host.lines).toContain(`${command.runId} (install htop 3.2) accepted`);
    },
  );

  itAsRoot('is a file to the shell: nothing of the command is put into it', async () => {
    await bench.startHost();
    const script = `printf '%s\\n' '$(id)' "it's \`date\`"\necho "$#"\n`;
    const { output } = await run(commandOf(script.replace('`date`', '\\`date\\`')));
    expect(output).toBe("$(id)\nit's `date`\n0\n");
  });

  itAsRoot('is run once, however often it is ordered, also when its end is told', async () => {
    await bench.startHost();
    const command = commandOf(`echo run >>'${markOf()}'`);
    await Promise.all([bench.server.runApplication(command), run(command)]);
    await until('the release', () =>
      existsSync(join(bench.host.stateDir, 'applications', command.runId, 'released')),
    );
    await bench.host.end('SIGKILL');
    await bench.restartHost();
    expect(await bench.server.runApplication(command)).toEqual({ isAccepted: true });
    // A server that has forgotten the end hears it again.
    await until('the end again', () => bench.server.job(command.runId).ends.length > 1);
    expect(readFileSync(markOf(), 'utf8')).toBe('run\n');
  });

  itAsRoot(
    'outlives an agent that is killed, and one that is killed before the script ends',
    async () => {
      await bench.startHost();
      const command = commandOf(
        `echo begin; while [ ! -e '${markOf()}' ]; do sleep 0.05; done; echo end; exit 7`,
      );
      await bench.server.runApplication(command);
      await until('the first line', says(command.runId, 'begin'));
      await bench.host.end('SIGKILL');
      expect(membersOf(command.runId).length).toBeGreaterThan(0);
      writeFileSync(markOf(), '');
      await until('the script to end', () => membersOf(command.runId).length === 0);
      await bench.restartHost();
      await until('the end', hasEnded(command.runId));
      const { output, ends } = bench.server.job(command.runId);
      expect(output.toString()).toBe('begin\nend\n');
      expect(ends).toMatchObject([{ exitCode: 7, reason: 'exited' }]);
    },
  );

  itAsRoot('is told of when the server is back', async () => {
    await bench.startHost();
    const command = commandOf(
      `echo begin; while [ ! -e '${markOf()}' ]; do sleep 0.05; done; echo end`,
    );
    await bench.server.runApplication(command);
    await until('the first line', says(command.runId, 'begin'));
    await bench.server.stop();
    writeFileSync(markOf(), '');
    await until('the script to end', () => membersOf(command.runId).length === 0);
    await bench.server.start();
    await until('the end', hasEnded(command.runId));
    expect(bench.server.job(command.runId).output.toString()).toBe('begin\nend\n');
  });

  itAsRoot('that was accepted is not started when its host allows none any more', async () => {
    await bench.startHost();
    await bench.host.end('SIGKILL');
    const { script, ...command } = commandOf(`echo run >'${markOf()}'`);
    const folder = join(bench.host.stateDir, 'applications', command.runId);
    mkdirSync(folder);
    writeFileSync(join(folder, 'script'), script);
    const spec = { ...command, acceptedAt: Date.now() };
    writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
    const restricted = bench.twinOfHost({ AGENT_ALLOW: 'metrics' });
    restricted.start(bench.server.url);
    try {
      await until('the end', hasEnded(command.runId));
    } finally {
      await restricted.end();
    }
    expect(bench.server.job(command.runId).ends).toMatchObject([{ reason: 'lost' }]);
    expect(existsSync(markOf())).toBe(false);
  });

  itAsRoot('that is killed with its launcher is lost', async () => {
    await bench.startHost();
    const command = commandOf('echo begin; sleep 600');
    await bench.server.runApplication(command);
    await until('the first line', says(command.runId, 'begin'));
    for (const pid of membersOf(command.runId)) {
      process.kill(pid, 'SIGKILL');
    }
    await until('the end', hasEnded(command.runId));
    expect(bench.server.job(command.runId).ends).toMatchObject([{ reason: 'lost' }]);
  });

  itAsRoot(
    'may write as much as it likes: so much is kept, and the script ends by itself',
    async () => {
      await bench.startHost();
      const { output, ends } = await run(
        commandOf(`head -c ${String(3 * limits.applicationOutputBytes)} /dev/zero | tr '\\0' x`),
      );
      expect(ends).toMatchObject([{ exitCode: 0 }]);
      expect(output.slice(0, limits.applicationOutputBytes)).toBe(
        'x'.repeat(limits.applicationOutputBytes),
      );
      expect(output).toMatch(/the rest was not kept\n$/);
    },
  );

  itAsRoot('that starts a service leaves it, and ends all the same', async () => {
    await bench.startHost();
    const command = commandOf(`sleep 30 & echo "$!" >'${markOf()}'`);
    expect((await run(command)).ends).toMatchObject([{ exitCode: 0, reason: 'exited' }]);
    const pid = Number(readFileSync(markOf(), 'utf8'));
    // Nothing is ended with what is let go of afterwards, nor by the agent that comes next.
    await until('the release', () =>
      existsSync(join(bench.host.stateDir, 'applications', command.runId, 'released')),
    );
    await bench.host.end('SIGKILL');
    await bench.restartHost();
    await run(commandOf('true'));
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });
});

describe('a host', () => {
  itAsRoot('runs one script at a time', async () => {
    await bench.startHost();
    const first = commandOf('echo begin; sleep 600');
    await bench.server.runApplication(first);
    await until('the first line', says(first.runId, 'begin'));
    const other = commandOf('echo other');
    expect(await bench.server.runApplication(other)).toEqual({
      isAccepted: false,
      reason: expect.stringMatching(/^AGENT_APPLICATION_BUSY: /),
      fault: 'node',
    });
    // Another agent of the same host's state sees it, too.
    await bench.host.end('SIGKILL');
    await bench.restartHost();
    expect(await bench.server.runApplication(other)).toMatchObject({ isAccepted: false });
    expect(bench.server.job(other.runId).output.length).toBe(0);
  });

  it('whose AGENT_ALLOW leaves applications out refuses', async () => {
    await bench.startHost({ AGENT_ALLOW: 'metrics,jobs' });
    expect(await bench.server.runApplication(commandOf('echo no'))).toEqual({
      isAccepted: false,
      reason: expect.stringMatching(/^AGENT_APPLICATIONS_NOT_ALLOWED: /),
      fault: 'job',
    });
    expect(readdirSync(join(bench.host.stateDir, 'applications'))).toEqual([]);
  });

  it('whose agent is not root refuses', async () => {
    await bench.startHost({ AGENT_ALLOW_UNCONFINED: 'true' }, { isUnprivileged: true });
    expect(await bench.server.runApplication(commandOf('echo no'))).toEqual({
      isAccepted: false,
      reason: expect.stringMatching(/^AGENT_NOT_ROOT: /),
      fault: 'job',
    });
  });

  it('refuses what does not follow the protocol', async () => {
    await bench.startHost();
    const wrong = [
      { name: '../../etc' },
      { runId: '../../../../tmp/00000000-0000-0000-000' },
      { script: 'x'.repeat(limits.applicationScriptBytes + 1) },
      { script: 'echo\0' },
      { version: 'a b' },
    ];
    for (const more of wrong) {
      expect(await bench.server.runApplication(commandOf('echo no', more))).toEqual({
        isAccepted: false,
        reason: expect.stringMatching(/^AGENT_JOB_INVALID: /),
        fault: 'job',
      });
    }
    expect(readdirSync(join(bench.host.stateDir, 'applications'))).toEqual([]);
  });
});
