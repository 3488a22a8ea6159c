import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentCapabilities } from '@clusterdesk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settingNames } from '../config.js';
import { type Bench, createBench, removeBench } from '../../testing/agent-process.js';
import { agentVersion } from '../version.js';
import { helpText } from './help.js';
import type { OnceReport } from './report-once.js';

let bench: Bench;

beforeAll(() => {
  bench = createBench();
});
afterAll(() => removeBench(bench));

function runAgent(args: string[], env: Record<string, string> = {}) {
  const options = { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' as const };
  return spawnSync(process.execPath, [bench.bundle, ...args], { ...options, timeout: 15_000 });
}

function once(env: Record<string, string> = {}): OnceReport {
  const { status, stdout, stderr } = runAgent(['--once'], env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as OnceReport;
}

/** The names that begin lines of a list of settings. */
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

describe('--help', () => {
  it('is printed whatever stands beside it, and fits a terminal', () => {
    for (const args of [['--help'], ['-h'], ['--once', '--version', '--help']]) {
      expect(runAgent(args)).toMatchObject({ status: 0, stdout: helpText, stderr: '' });
    }
    expect(Math.max(...helpText.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it('names every setting once, and so does the README', () => {
    expect(namesIn(helpText, /^ {2}(AGENT_\w+) /gm).sort()).toEqual([...settingNames].sort());
    const here = dirname(fileURLToPath(import.meta.url));
    const table = readFileSync(join(here, '../../README.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `AGENT_'))
      .join('\n');
    for (const name of settingNames) {
      expect(table).toContain(`\`${name}\``);
    }
  });
});

describe('--version', () => {
  it.each(['--version', '-v'])('is printed by %s', (option) => {
    expect(runAgent([option])).toMatchObject({ status: 0, stdout: `${agentVersion}\n` });
  });
});

describe('what the agent does not know', () => {
  it.each([['--verison'], ['run'], ['--once=now'], ['--once', 'again'], ['-x']])(
    'is refused: %s',
    (...args) => {
      const { status, stdout, stderr } = runAgent(args, { AGENT_SERVER: 'http://127.0.0.1' });
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(/^agent: [^\n]+\. See --help\.\n$/);
    },
  );
});

describe('--once', () => {
  it('prints what would be reported, without server and token, and writes nothing', () => {
    const stateDir = join(bench.dir, 'no-state');
    const report = once({ AGENT_STATE_DIR: stateDir });
    expect(report.hello).toMatchObject({
      hostname: hostname(),
      agentVersion,
      allow: agentCapabilities,
    });
    for (const percent of [report.metrics?.cpu, report.metrics?.mem]) {
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(100);
    }
    expect(report.sessions).toBeInstanceOf(Array);
    expect(report.problems).toEqual(['AGENT_SERVER is missing.']);
    expect(existsSync(stateDir)).toBe(false);
  });

  it('leaves a state folder as it is', () => {
    const stateDir = join(bench.dir, 'state');
    mkdirSync(stateDir);
    once({ AGENT_STATE_DIR: stateDir });
    expect(readdirSync(stateDir)).toEqual([]);
  });

  it('says what the settings leave of it, and what they would be refused for', () => {
    const env = { AGENT_SERVER: 'https://platform.example', AGENT_ALLOW: 'applications' };
    expect(once({ ...env, AGENT_HOSTNAME: 'node-07' })).toMatchObject({
      hello: { hostname: 'node-07', allow: ['applications'] },
      metrics: null,
      sessions: null,
      problems: [],
    });
    expect(once({ ...env, AGENT_RUN_AS: 'anyone' }).problems).toEqual([
      'AGENT_RUN_AS must be shared or mapped.',
    ]);
    expect(once({ ...env, AGENT_CA_FILE: '/no/such.pem' }).problems).toEqual([
      expect.stringMatching(/^AGENT_CA_FILE cannot be read/),
    ]);
  });
});
