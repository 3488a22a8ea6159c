import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { featureArrows, judgeImport } from '../../scripts/lint/arrows.mjs';

const features = 'apps/server/src/features';
const support = '@clusterdesk/tests/wait-for.js';

describe('a wrong dependency is refused', () => {
  test.each([
    ['contracts on another workspace', 'libs/contracts/src/a.ts', '@clusterdesk/server'],
    ['contracts on Node', 'libs/contracts/src/a.ts', 'node:fs'],
    ['contracts on the proof of agents', 'libs/contracts/src/index.ts', './agents/agent-proof.js'],
    [
      'console on the proof of agents',
      'apps/console/src/a.ts',
      '@clusterdesk/contracts/agent-proof',
    ],
    ['contracts by path', 'libs/contracts/src/a.ts', '../../../apps/server/src/main.js'],
    ['console on server', 'apps/console/src/a.ts', '@clusterdesk/server'],
    ['console by path', 'apps/console/src/app/a.tsx', '../../../../libs/contracts/src/index.js'],
    ['shared on a feature', 'apps/console/src/shared/ui/a.tsx', '../../features/disk/b.js'],
    ['a console feature on another', 'apps/console/src/features/jobs/a.tsx', '../disk/b.js'],
    ['a console feature on app', 'apps/console/src/features/jobs/a.tsx', '../../app/b.js'],
    [
      'a console feature on another from a sub-folder',
      'apps/console/src/features/disk/file-browser/view/a.tsx',
      '../../../transfer/b.js',
    ],
    ['shared on app', 'apps/console/src/shared/i18n/a.ts', '../../app/i18n/cn.js'],
    ['agent on server', 'agent/src/a.ts', '@clusterdesk/server'],
    ['host on contracts', 'libs/host/src/a.ts', '@clusterdesk/contracts'],
    ['server on host', `${features}/jobs/a.ts`, '@clusterdesk/host'],
    ['console on host', 'apps/console/src/a.ts', '@clusterdesk/host'],
    ['a suite on host', 'tests/system/a.test.ts', '@clusterdesk/host'],
    ['agent by path', 'agent/src/jobs/a.ts', '../../../apps/server/src/config/config.js'],
    ['agent on its test helpers', 'agent/src/jobs/a.ts', '../../testing/fake-host.js'],
    ['standalone on server', 'apps/standalone/src/a.ts', '../../server/src/main.js'],
    ['config on platform', 'apps/server/src/config/a.ts', '../platform/http/caller.js'],
    ['platform on a feature', 'apps/server/src/platform/http/a.ts', '../../features/disk/a.js'],
    ['platform on entities', 'apps/server/src/platform/database/a.ts', '../../entities.js'],
    ['platform on migrations', 'apps/server/src/platform/a.ts', '../migrations/index.js'],
    [
      'a migration on an entity',
      'apps/server/src/migrations/a.ts',
      '../features/users/user.entity.js',
    ],
    ['a feature on what starts it', `${features}/jobs/a.ts`, '../../app.module.js'],
    ['spaces on disk', `${features}/spaces/a.ts`, '../disk/disk.service.js'],
    ['from a sub-folder', `${features}/users/roles/a.ts`, '../../sessions/session.service.js'],
    ['into a sub-folder', `${features}/audit/a.ts`, '../users/roles/role.service.js'],
    ['by way of src', `${features}/audit/a.ts`, '../../features/users/user.service.js'],
    ['cluster on jobs', `${features}/cluster/a.ts`, '../jobs/job.service.js'],
    ["another's repository", `${features}/jobs/a.ts`, '../cluster/node.repository.js'],
    ["another's entity", `${features}/jobs/a.ts`, '../users/user.entity.js'],
    ["another's tasks", `${features}/jobs/a.ts`, '../disk/usage/usage.tasks.js'],
    ["another's entity in a spec", `${features}/jobs/a.int.spec.ts`, '../users/user.entity.js'],
    ['product on tests', `${features}/jobs/a.ts`, support],
    [
      'product on tests by path',
      `${features}/jobs/a.ts`,
      '../../../../../tests/support/wait-for.js',
    ],
    [
      'a spec on tests by path',
      `${features}/jobs/a.spec.ts`,
      '../../../../../tests/support/wait-for.js',
    ],
    ['a suite on server', 'tests/contract/a.test.ts', '../../apps/server/src/server.js'],
    ['a suite on another', 'tests/contract/a.test.ts', '../e2e/b.js'],
    ['scripts on server', 'scripts/a.mjs', '../apps/server/dist/main.js'],
  ])('%s', (_, importer, specifier) => {
    expect(judgeImport(importer, specifier)).not.toBeNull();
  });
});

describe('a right dependency passes', () => {
  test.each([
    ['a package', `${features}/jobs/a.ts`, 'typeorm'],
    ['console on contracts', 'apps/console/src/a.ts', '@clusterdesk/contracts'],
    ['app on a console feature', 'apps/console/src/app/a.tsx', '../features/disk/b.js'],
    ['inside a console feature', 'apps/console/src/features/disk/pages/a.tsx', '../api/b.js'],
    ['platform on config', 'apps/server/src/platform/http/a.ts', '../../config/config.js'],
    ['a feature on platform', `${features}/users/roles/a.ts`, '../../../platform/http/caller.js'],
    ['a feature on its own entity', `${features}/users/roles/a.ts`, '../user.entity.js'],
    [
      'jobs on a service of cluster',
      `${features}/jobs/a.ts`,
      '../cluster/agent-gateway.service.js',
    ],
    ['disk on spaces', `${features}/disk/trash/a.ts`, '../../spaces/space-provider.js'],
    [
      'the application on features',
      'apps/server/src/app.module.ts',
      './features/users/user.module.js',
    ],
    [
      'the list of entities on entities',
      'apps/server/src/entities.ts',
      './features/users/user.entity.js',
    ],
    ['a spec on test support', `${features}/jobs/a.spec.ts`, support],
    ['a spec of contracts on Node', 'libs/contracts/src/a.spec.ts', 'node:fs'],
    ['a spec on test helpers', 'agent/src/jobs/a.spec.ts', '../../testing/fake-host.js'],
    ['agent on host', 'agent/src/a.ts', '@clusterdesk/host'],
    [
      'server on the proof of agents',
      `${features}/cluster/a.ts`,
      '@clusterdesk/contracts/agent-proof',
    ],
    ['standalone on host', 'apps/standalone/src/a.ts', '@clusterdesk/host'],
    ['test support on host', 'tests/support/a.ts', '@clusterdesk/host'],
    ['test support on server', 'tests/support/a.ts', '../../apps/server/src/server.js'],
    ['a suite on test support', 'tests/contract/a.test.ts', '../support/wait-for.js'],
    ['scripts on test support', 'scripts/a.mjs', '../tests/support/jest/load-typescript.mjs'],
  ])('%s', (_, importer, specifier) => {
    expect(judgeImport(importer, specifier)).toBeNull();
  });
});

test('the table names known features only and has no circle', () => {
  const done = new Set<string>();
  const visit = (feature: string, path: readonly string[]): void => {
    expect(path).not.toContain(feature);
    expect(Object.keys(featureArrows)).toContain(feature);
    if (!done.has(feature)) {
      done.add(feature);
      featureArrows[feature]?.forEach((other) => visit(other, [...path, feature]));
    }
  };
  Object.keys(featureArrows).forEach((feature) => visit(feature, []));
});

test('the table of the documentation is the one that lint enforces', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
  const [, section = ''] = page.split('\n## Dependencies\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (\w+) +\|.*\| (.*?) *\|$/gm)]
    .filter(([, feature]) => feature !== 'feature')
    .map(([, feature = '', uses = '']) => [feature, uses === '–' ? [] : uses.split(', ').sort()]);
  expect(rows.length).toBeGreaterThan(10);
  const names = rows.map(([feature]) => feature);
  const enforced = Object.entries(featureArrows)
    .filter(([feature]) => names.includes(feature))
    .map(([feature, uses]) => [
      feature,
      // Features that are still to come stand in lint's table only.
      uses.filter((other) => names.includes(other) || other === 'notifications').sort(),
    ]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(enforced));
});

test('every workspace is judged', () => {
  const root = resolve(import.meta.dirname, '../..');
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const folders = workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(root, pattern.slice(0, -2))).map((name) => pattern.slice(0, -1) + name)
      : [pattern],
  );
  const judged = folders.filter(
    (folder) => judgeImport(`${folder}/src/a.ts`, '@clusterdesk/nowhere') !== null,
  );
  expect(judged).toEqual(folders);
});
