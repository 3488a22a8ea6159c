import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pickPrograms } from '../../scripts/support/pick-programs.mjs';
import { pickSpecs } from '../../scripts/support/pick-specs.mjs';

const features = 'apps/server/src/features';

let workspace = '';
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'clusterdesk-specs-'));
  mkdirSync(join(workspace, features, 'users/roles'), { recursive: true });
  writeFileSync(join(workspace, features, 'users/user.int.spec.ts'), '');
  writeFileSync(join(workspace, features, 'users/roles/role.int.spec.ts'), '');
});
afterAll(() => rmSync(workspace, { recursive: true }));

const pick = (files: string[], related: string[] = []) => pickSpecs(files, related, workspace);

describe('pickSpecs', () => {
  test('takes changed specs, related unit specs and the integration specs of the folder', () => {
    const files = [`${features}/users/roles/role.service.ts`, 'agent/src/config.spec.ts'];
    expect(pick(files, ['libs/contracts/src/wire.spec.ts'])).toEqual({
      run: [
        'agent/src/config.spec.ts',
        `${features}/users/roles/role.int.spec.ts`,
        'libs/contracts/src/wire.spec.ts',
      ],
      left: [],
    });
  });

  test('looks in the folders above, but not beyond the feature', () => {
    expect(pick([`${features}/users/nowhere/a.service.ts`]).run).toEqual([
      `${features}/users/user.int.spec.ts`,
    ]);
    expect(pick([`${features}/nowhere/a.service.ts`]).run).toEqual([]);
    expect(pick(['apps/server/src/server.ts', 'docs/glossary.md']).run).toEqual([]);
  });

  test('leaves what needs built programs', () => {
    expect(pick(['tests/e2e/a.test.ts', 'tests/contract/b.test.ts'])).toEqual({
      run: ['tests/contract/b.test.ts'],
      left: ['tests/e2e/a.test.ts'],
    });
  });
});

describe('pickPrograms', () => {
  test('takes the browser and attack files of the part that changed', () => {
    const files = pickPrograms(['apps/server/src/features/shares/share.service.ts']);
    expect(files).toContain('tests/e2e/shares-sending.test.ts');
    expect(files).toContain('tests/attack/foreign-ids.test.ts');
    expect(files).not.toContain('tests/e2e/jobs.test.ts');
  });

  test('takes all of them for what every part stands on, and none for specs and documents', () => {
    const all = pickPrograms(['apps/console/src/shared/ui/dialog.tsx']);
    expect(all).toContain('tests/e2e/jobs.test.ts');
    expect(all).toContain('tests/attack/wire.test.ts');
    expect(pickPrograms(['docs/glossary.md', 'agent/src/config.spec.ts'])).toEqual([]);
  });
});
