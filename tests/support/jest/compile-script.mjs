import { basename, join } from 'node:path';
import { build } from 'rolldown';

/** Compiles a script, server code included. Argument: its path below the workspace root. Prints where the result lies. */
const root = join(import.meta.dirname, '../../..');
const path = process.argv[2] ?? '';
const entry = basename(path, '.ts');
const dir = join(root, 'tests/output/compiled');
await build({
  input: { [entry]: join(root, path) },
  platform: 'node',
  tsconfig: join(root, 'apps/server/tsconfig.json'),
  external: (id) =>
    !/^[./]/.test(id) && !id.startsWith('@clusterdesk/') && !id.startsWith('@oxc-project/'),
  resolve: {
    conditionNames: ['source', 'import', 'node'],
    extensionAlias: { '.js': ['.ts', '.js'] },
  },
  output: { dir, format: 'esm', keepNames: true, entryFileNames: `[name]-${process.pid}.mjs` },
  logLevel: 'warn',
});
process.stdout.write(join(dir, `${entry}-${process.pid}.mjs`));
