/**
 * antd and its icons for component tests: in a few files instead of the two thousand that Jest would resolve, read and compile anew for
 * each spec, which took two seconds each.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
/** The component that the build puts in the place of the icons' own (vite/hidden-icons.ts). */
const plainIcon = join(root, 'apps/console/src/shared/ui/layout/plain-icon.tsx');
const overflow = join(import.meta.dirname, 'rc-overflow.cjs');

const key = createHash('sha256');
for (const file of [join(root, 'package-lock.json'), import.meta.filename, plainIcon, overflow]) {
  key.update(readFileSync(file));
}
const folder = join(root, 'node_modules/.cache/component-packages', key.digest('hex').slice(0, 16));

/** What tests and components import of them: bundled together, for they share contexts. */
const entries = { antd: 'antd', icons: '@ant-design/icons', cssinjs: '@ant-design/cssinjs' };

/** For `moduleNameMapper`: the packages, and where they are bundled. */
export const componentPackages = Object.fromEntries(
  Object.entries(entries).map(([name, id]) => [`^${id}$`, join(folder, `${name}.cjs`)]),
);

/** Jest's `globalSetup`: bundles them unless that has been done. */
export default async function bundlePackages() {
  if (existsSync(folder)) {
    return;
  }
  // Fetched here: whoever only reads the configuration needs no bundler.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, id]) => [
        name,
        join(root, 'node_modules', id, 'es/index.js'),
      ]),
    ),
    platform: 'node',
    // Of these a spec and what it shows must have the same one.
    external: /^(react|react-dom|dayjs)(\/|$)/,
    plugins: [standIns],
    resolve: { conditionNames: ['import', 'default'], mainFields: ['module', 'main'] },
    logLevel: 'warn',
  });
  const fresh = `${folder}.${process.pid}`;
  await bundle.write({
    dir: fresh,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
  });
  await bundle.close();
  mkdirSync(dirname(folder), { recursive: true });
  try {
    renameSync(fresh, folder);
  } catch {
    // Another run has been faster.
    rmSync(fresh, { recursive: true, force: true });
  }
}

const standIns = {
  name: 'stand-ins',
  resolveId(id, importer) {
    if (/components\/AntdIconLight$|\.\/AntdIconLight$/.test(id)) {
      return plainIcon;
    }
    return id === '@rc-component/overflow' && importer !== overflow ? overflow : null;
  },
};
