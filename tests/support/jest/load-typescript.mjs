import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const root = join(import.meta.dirname, '../../..');

/**
 * Imports a TypeScript file of the workspace into plain Node, which reads no TypeScript: Jest's global hooks run there.
 * @param {string} path below the workspace root
 */
export async function loadTypescript(path) {
  // Beside the suites, not in a temporary folder: the packages it imports are looked for from there.
  const dir = join(root, 'tests/output/compiled');
  const entry = basename(path, '.ts');
  await build({
    input: { [entry]: join(root, path) },
    platform: 'node',
    external: (id) => !/^[./]|^@clusterdesk\/|^@oxc-project\//.test(id),
    resolve: {
      conditionNames: ['source', 'import', 'node'],
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
    output: { dir, format: 'esm', entryFileNames: `[name]-${process.pid}.mjs` },
    logLevel: 'warn',
  });
  return import(pathToFileURL(join(dir, `${entry}-${process.pid}.mjs`)).href);
}
