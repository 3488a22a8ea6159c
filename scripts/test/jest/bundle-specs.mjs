/**
 * Bundles specs into native ES modules: an entry for each spec, what they share in common chunks. Packages stay outside, so that
 * Node loads them once for each of Jest's workers (docs/development.md, "Specs in Node's own modules").
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from '../../support/workspace.mjs';

/** Below the workspace, so that Node finds the packages; of this process, so that two runs do not meet. */
const folder = join(root, 'tests/output/specs', String(process.pid));

/**
 * Whether a spec needs a context and modules of its own, which Jest gives it: it replaces modules, is one of the console, which put
 * a browser's globals over Node's, or walks the pages of the console, whose table is imported by a path.
 */
const needsContext = (file) =>
  file.startsWith(join(root, 'apps/console/')) ||
  /\bunstable_mockModule\b|import\.meta\.resolve\b|\/console-walk\.js\b/.test(
    readFileSync(file, 'utf8'),
  );

/** `import.meta.dirname` and the like keep their meaning: the source file. */
const sourcePlaces = {
  name: 'source-places',
  transform(code, id) {
    if (!/\.[mc]?[jt]s$/.test(id) || !code.includes('import.meta.')) {
      return null;
    }
    const places = { dirname: dirname(id), filename: id, url: pathToFileURL(id).href };
    return {
      code: code.replace(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, name) =>
        JSON.stringify(places[name]),
      ),
      // Lines stay what they are.
      map: null,
    };
  },
};

const isOurs = (id) => /^[./]|^\0|^@clusterdesk\/|^@oxc-project\//.test(id);

/** The folder of a workspace's own copy of a package, where it needs another version than the others; null: all have the same. */
function ownCopyOf(id, importer) {
  const workspace = /^(?:apps\/\w+|agent|tests)/.exec(relative(root, importer ?? ''))?.[0];
  const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/');
  const copy = workspace && join(root, workspace, 'node_modules', name);
  return copy && existsSync(copy) ? copy : null;
}

/** A package of which the importing workspace has a copy of its own is imported from there. */
const ownCopies = {
  name: 'own-copies',
  resolveId(id, importer) {
    return isOurs(id) || id.startsWith('node:') || ownCopyOf(id, importer) === null
      ? null
      : { id: pathToFileURL(createRequire(importer).resolve(id)).href, external: true };
  },
};

const removeFolder = () => rmSync(folder, { recursive: true, force: true });

/**
 * Bundles those of the specs that can run so.
 * @param {string[]} files absolute paths
 * @returns {Promise<string>} a file that names the bundle of each spec, for the environment variable NATIVE_SPECS
 */
export async function bundleSpecs(files) {
  removeFolder();
  mkdirSync(folder, { recursive: true });
  // Once, however often a process bundles.
  process.off('exit', removeFolder).once('exit', removeFolder);
  const native = files.filter((file) => !needsContext(file));
  const bundle = await rolldown({
    input: Object.fromEntries(native.map((file) => [nameOf(file), file])),
    platform: 'node',
    // With it decorators leave the metadata that injection reads.
    tsconfig: join(root, 'apps/server/tsconfig.json'),
    external: (id, importer) =>
      id !== '@jest/globals' && !isOurs(id) && ownCopyOf(id, importer) === null,
    plugins: [sourcePlaces, ownCopies],
    moduleTypes: { '.sh': 'text', '.pl': 'text' },
    resolve: {
      conditionNames: ['source', 'import', 'node'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      alias: { '@jest/globals': join(import.meta.dirname, 'native-globals.mjs') },
    },
    logLevel: 'warn',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    keepNames: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name]-[hash].mjs',
  });
  await bundle.close();
  const index = join(folder, 'index.json');
  const entries = native.map((file) => [file, join(folder, `${nameOf(file)}.mjs`)]);
  writeFileSync(index, JSON.stringify(Object.fromEntries(entries)));
  return index;
}

const nameOf = (file) => relative(root, file).replace(/\.ts$/, '');
