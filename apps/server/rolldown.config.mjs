import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Our own code becomes two entries and the programs of its threads; packages stay outside, from node_modules. */
export default defineConfig({
  input: {
    ...{ main: here('src/main.ts'), worker: here('src/worker.ts') },
    'stat-worker': here('src/platform/file-space/listing/stat-worker.mjs'),
  },
  platform: 'node',
  tsconfig: here('tsconfig.json'),
  external: (id) =>
    !/^[./]/.test(id) && !id.startsWith('@clusterdesk/') && !id.startsWith('@oxc-project/'),
  resolve: {
    conditionNames: ['source', 'import', 'node'],
    extensionAlias: { '.js': ['.ts', '.js'] },
  },
  output: {
    ...{ dir: here('dist'), format: 'esm', sourcemap: true, keepNames: true, cleanDir: true },
    entryFileNames: ({ name }) => (name === 'stat-worker' ? '[name].mjs' : '[name].js'),
  },
});
