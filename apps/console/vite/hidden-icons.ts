import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Every icon of `@ant-design/icons` is drawn by the console's own component. */
const resolveId = (source: string): string | null =>
  source.endsWith('/components/AntdIconLight')
    ? join(import.meta.dirname, '../src/shared/ui/layout/plain-icon.tsx')
    : null;

/** In the build, and in the packages that the development server puts together by itself. */
export const hiddenIcons: Plugin = {
  name: 'hidden-icons',
  enforce: 'pre',
  resolveId,
  config: () => ({
    optimizeDeps: { rolldownOptions: { plugins: [{ name: 'hidden-icons', resolveId }] } },
  }),
};
