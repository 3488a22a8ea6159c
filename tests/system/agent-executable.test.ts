import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { workspace } from '../support/platform/platform.js';

let dir: string;
let bin: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-executable-'));
  bin = mkdtempSync(join(tmpdir(), 'clusterdesk-no-node-'));
  // What the agent asks of its host to find sessions; no Node is among it.
  for (const tool of ['getent', 'sh']) {
    symlinkSync(execFileSync('which', [tool], { encoding: 'utf8' }).trim(), join(bin, tool));
  }
  const script = join(workspace, 'agent/build-sea.mjs');
  execFileSync(process.execPath, [script, dir], { stdio: 'pipe' });
});
afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
  rmSync(bin, { recursive: true, force: true });
});

/** Runs the executable on a host without Node. */
const run = (option: string): string =>
  execFileSync(join(dir, 'clusterdesk-agent'), [option], {
    encoding: 'utf8',
    cwd: dir,
    env: { PATH: bin, AGENT_SERVER: 'https://platform.example', AGENT_ALLOW: 'metrics,sessions' },
  });

test('the agent in one executable runs where there is no Node', () => {
  expect(() => execFileSync('node', ['--version'], { env: { PATH: bin } })).toThrow('ENOENT');
  expect(readdirSync(dir)).toEqual(['clusterdesk-agent']);

  const { version } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(run('--version')).toBe(`${version}\n`);

  const report = JSON.parse(run('--once')) as unknown;
  expect(report).toEqual({
    hello: expect.objectContaining({
      agentVersion: version,
      platform: expect.stringContaining(arch()),
      cpus: expect.any(Number),
    }),
    metrics: { cpu: expect.any(Number), mem: expect.any(Number) },
    sessions: expect.any(Array),
    problems: [],
  });
});
