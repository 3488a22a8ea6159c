import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../testing/agent-process.js';
import { RunProcesses } from '../runs/processes/run-processes.js';
import { ApplicationKind } from './application-kind.js';
import { launchScript } from './script-launcher.js';

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'clusterdesk-scope-'));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

it('is started once, with a scope of systemd or, where that fails, without', async () => {
  const kind = new ApplicationKind({ isAllowed: true, isRoot: true });
  const runId = randomUUID();
  const folder = kind.folder(stateDir, runId);
  const spec = { runId, name: 'htop', version: '1', action: 'install' as const, acceptedAt: 0 };
  folder.create(spec, 'echo run\n');
  const script = new RunProcesses(folder, kind.policyOf(folder, spec));
  script.start((onGone) => launchScript(folder, onGone, true));
  await until('the script to end', () => script.isOver);
  expect(await script.end(null)).toMatchObject({ exitCode: 0, reason: 'exited' });
  // Another launcher over the same folder leaves at once.
  await new Promise<void>((resolve) => launchScript(folder, resolve, false));
  expect(readFileSync(folder.outputPath, 'utf8')).toBe('run\n');
});
