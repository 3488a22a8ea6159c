import { defineConfig } from 'rolldown';

export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.json',
  // npm packages stay outside; our libraries, what they need of zod and what the compiler itself needs at run time go in.
  external: (id) => !/^[./]|^@clusterdesk\/|^@oxc-project\/|^zod($|\/)/.test(id),
  resolve: {
    conditionNames: ['source', 'import', 'node'],
    extensionAlias: { '.js': ['.ts', '.js'] },
  },
  output: { dir: 'dist', format: 'esm', keepNames: true, cleanDir: true },
});
