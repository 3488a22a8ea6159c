import { defineConfig } from 'rolldown';

export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.json',
  // npm packages stay outside; what the compiler itself needs at run time goes in.
  external: (id) => !/^[./]/.test(id) && !id.startsWith('@oxc-project/'),
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  output: { dir: 'dist', format: 'esm', sourcemap: true, keepNames: true, cleanDir: true },
});
