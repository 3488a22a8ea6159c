import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../testing/agent-process.js';
import { RunFolder } from './run-folder.js';
import { spawnScript } from './script-launcher.js';
import { ScriptProcess } from './script-process.js';

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'clusterdesk-scope-'));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

it('is started once, with a scope of systemd or, where that fails, without', async () => {
  const folder = new RunFolder(stateDir, randomUUID());
  const { id: runId } = folder;
  const spec = { runId, name: 'htop', version: '1', action: 'install' as const, acceptedAt: 0 };
  folder.create(spec, 'echo run\n');
  const script = new ScriptProcess(folder);
  script.start(true);
  await until('the script to end', () => script.isOver);
  expect(await script.end()).toEqual({ exitCode: 0, reason: 'exited' });
  // Another launcher over the same folder leaves at once.
  await once(spawnScript(folder.path, false), 'exit');
  expect(readFileSync(folder.outputPath, 'utf8')).toBe('run\n');
});
