import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransformer } from '@swc/jest';

/** The component that the build puts in the place of the icons' own (vite/hidden-icons.ts), as the CommonJS that antd requires. */
const path = join(import.meta.dirname, '../../../apps/console/src/shared/ui/layout/plain-icon.tsx');
const { process, getCacheKey } = createTransformer({
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2022',
  },
});
const source = readFileSync(path, 'utf8');

export default {
  process: (_, __, options) => process(source, path, options),
  getCacheKey: (_, __, options) => getCacheKey(source, path, options),
};
