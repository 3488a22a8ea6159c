import { describe, expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { boundaries } from '../../scripts/lint/boundaries.mjs';
import { fileNames } from '../../scripts/lint/file-names.mjs';

/** Only the house's own rules, so that no file needs to exist. */
const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: {
        '@typescript-eslint': tseslint.plugin,
        house: { rules: { 'file-names': fileNames } },
      },
      rules: { 'house/file-names': 'error' },
    },
    ...boundaries,
  ],
});

async function complaints(filePath: string, from: string): Promise<string[]> {
  const [result] = await eslint.lintText(`import { x } from '${from}';\nexport { x };\n`, {
    filePath,
  });
  return result!.messages.map((message) => message.message);
}

const features = 'apps/server/src/features';

describe('the arrows between the rooms', () => {
  test.each([
    ['contracts import nothing of ours', 'libs/contracts/src/a.ts', '@clusterdesk/server'],
    ['contracts run in the browser', 'libs/contracts/src/a.ts', 'node:fs'],
    ['the console imports contracts only', 'apps/console/src/a.ts', '@clusterdesk/server'],
    ['the agent imports contracts only', 'agent/src/a.ts', '@clusterdesk/server'],
    ['config knows no platform', 'apps/server/src/config/a.ts', '../platform/http/caller.js'],
    ['platform knows no feature', 'apps/server/src/platform/http/a.ts', '../../features/disk/a.js'],
    ['transfer does not use disk', `${features}/transfer/a.ts`, '../disk/disk.service.js'],
    ['audit does not use identity', `${features}/audit/a.ts`, '../identity/session.service.js'],
    ['cluster does not use jobs', `${features}/cluster/a.ts`, '../jobs/job.service.js'],
    ['a repository is private', `${features}/jobs/a.ts`, '../cluster/node.repository.js'],
    ['file names are kebab-case', 'agent/src/NotKebab.ts', './a.js'],
  ])('%s', async (_, filePath, from) => {
    expect(await complaints(filePath, from)).toHaveLength(1);
  });

  test.each([
    ['the console imports contracts', 'apps/console/src/a.ts', '@clusterdesk/contracts'],
    ['a feature uses platform', `${features}/disk/a.ts`, '../../platform/http/caller.js'],
    [
      'jobs use a service of cluster',
      `${features}/jobs/a.ts`,
      '../cluster/agent-gateway.service.js',
    ],
    ['disk registers with transfer', `${features}/disk/a.ts`, '../transfer/space-provider.js'],
  ])('%s', async (_, filePath, from) => {
    expect(await complaints(filePath, from)).toEqual([]);
  });
});
