import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from '../platform/platform.js';
import { RunningPlatform } from '../platform/running-platform.js';
import type { ContractPlatform } from '../server/contract-server.js';
import type { ContainerPlatform } from './container-platform.js';

interface Results {
  numPassedTests: number;
  testResults: {
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/**
 * Runs a file of tests/contract against a composed platform, in a Jest of its own.
 * @param suite such as `tus-core`
 * @returns what failed, with its beginning
 */
export async function runContractSuite(
  platform: ContainerPlatform,
  suite: string,
): Promise<{ passed: number; failures: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'clusterdesk-contract-'));
  const output = join(folder, 'results.json');
  const given: ContractPlatform = {
    url: platform.url,
    databaseUrl: platform.postgres.url,
    adminPassword: RunningPlatform.adminPassword,
    filesDir: await platform.filesDir(),
  };
  const child = spawn(
    process.execPath,
    [
      ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      join(workspace, 'node_modules/jest/bin/jest.js'),
      ...[`tests/contract/${suite}.test.ts`, '--selectProjects=contract', '--runInBand'],
      ...['--forceExit', '--json', `--outputFile=${output}`],
    ],
    {
      cwd: workspace,
      stdio: 'ignore',
      // The bundles of the run around have no specs of that suite.
      env: { ...process.env, NATIVE_SPECS: '', CONTRACT_PLATFORM: JSON.stringify(given) },
    },
  );
  try {
    await once(child, 'exit');
    const results = JSON.parse(readFileSync(output, 'utf8')) as Results;
    const failures = results.testResults.flatMap(({ message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const lines = failed.map(
        (one) => `${one.fullName}: ${one.failureMessages[0]?.slice(0, 600)}`,
      );
      return assertionResults.length === 0 ? [message] : lines;
    });
    return { passed: results.numPassedTests, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
