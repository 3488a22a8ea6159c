import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Stay in node_modules (`keptPackages` of package.json, which bundles of releases bring along): what has native code or files of its
 * own, and what is loaded for one task only, in a process of its own.
 */
const { keptPackages: kept } = JSON.parse(readFileSync(here('package.json'), 'utf8'));

/** What packages load only where it is installed, which it is not: drivers of other databases, transports of Nest. */
const notInstalled =
  /^(pg-native|pg-query-stream|pg-cloudflare|@nestjs\/(microservices|websockets)|class-transformer|class-validator|@fastify\/.*|mysql2?|redis|oracledb|mssql|sqlite3|better-sqlite3|sql\.js|mongodb|@sap\/.*|hdb-pool|react-native.*|expo-sqlite|typeorm-aurora.*|@google-cloud\/.*|ts-node|bufferutil|utf-8-validate)($|\/)/;

const isKept = (id) => kept.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Our own code becomes two entries and the programs of threads, the packages one file beside them: loading a thousand small files is most of what a start
 * takes, and a server that was killed has to be back soon.
 */
export default defineConfig({
  input: {
    main: here('src/main.ts'),
    worker: here('src/worker.ts'),
    'stat-worker': here('src/platform/file-space/listing/stat-worker.mjs'),
    'logo-worker': here('src/features/operations/branding/logo-worker.mjs'),
  },
  platform: 'node',
  tsconfig: here('tsconfig.json'),
  external: (id) => isKept(id) || notInstalled.test(id),
  resolve: {
    conditionNames: ['source', 'node'],
    extensionAlias: { '.js': ['.ts', '.js'] },
  },
  output: {
    dir: here('dist'),
    format: 'esm',
    keepNames: true,
    cleanDir: true,
    // V8 keeps the source text for as long as the process runs, at two bytes a character if one of them needs it, else at one.
    minify: {
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: true, asciiOnly: true, legalComments: 'inline' },
    },
    entryFileNames: ({ name }) => (name.endsWith('-worker') ? '[name].mjs' : '[name].js'),
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/ }] },
  },
});
