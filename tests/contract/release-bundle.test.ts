import { describe, expect, it } from '@jest/globals';
import { listFiles } from '../../scripts/support/release-bundle.mjs';
import { workspace } from '../support/platform/platform.js';

describe('what is released of the built programs', () => {
  const launcher = 'apps/standalone/dist/main.js';
  const both = ['package.json', 'apps/server/dist/main.js', 'agent/dist/agent.cjs'];

  it('is each file once in a bundle, or the launcher refuses it', () => {
    const paths = [...listFiles(workspace)];
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining([...both, launcher]));
  });

  it('is the same without the launcher in a folder for images and systemd', () => {
    const paths = [...listFiles(workspace, { hasLauncher: false })];
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(expect.arrayContaining(both));
    expect(paths.filter((path) => path.startsWith('apps/standalone/'))).toEqual([]);
  });
});
