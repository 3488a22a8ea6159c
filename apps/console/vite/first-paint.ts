import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { themeCss } from '../src/shared/theme/tokens.js';
import { entryModule, filesOf, firstPages, wordModules } from './pages.js';
import { skeletonCss, skeletonHtml } from './skeleton.js';

/** The script that stands in the page, as one piece; its syntax is old enough to tell an old browser that it is too old. */
async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['source'] },
    build: {
      write: false,
      target: 'es2018',
      rolldownOptions: {
        input: join(import.meta.dirname, '../src/app/first-page/in-page.ts'),
        output: { format: 'iife' },
        // Or the addresses of all pages would stand in it (`shared/paths.ts`).
        treeshake: { propertyReadSideEffects: false },
      },
    },
  });
  const [output] = 'output' in built ? built.output : [];
  if (output?.type !== 'chunk') {
    throw new Error("The page's own script was not built as one file.");
  }
  return output.code.trim();
}

/** The bytes of a file, before it is compressed. */
const sizeOf = (file: Rolldown.OutputBundle[string] | undefined): number =>
  file?.type === 'chunk' ? file.code.length : (file?.source.length ?? 0);

/**
 * The files of the entry (`start`), of each first page (by its path, '' for the rest) and of each language, the largest first:
 * a browser asks for six files at a time, and a slow line should not stand idle while small ones are asked for. Styles come
 * last.
 */
function listFirstFiles(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const start = filesOf(bundle, [entryModule]);
  const rankOf = (name: string): number =>
    name.endsWith('.css') ? -1 / sizeOf(bundle[name]) : sizeOf(bundle[name]);
  const inOrder = (names: readonly string[]): string[] =>
    [...names].sort((a, b) => rankOf(b) - rankOf(a)).map((name) => `/${name}`);
  const listed = (modules: readonly string[]): string[] =>
    inOrder([...filesOf(bundle, modules)].filter((name) => !start.has(name)));
  return {
    start: inOrder([...start].filter((name) => name.endsWith('.js'))),
    cn: listed([wordModules.cn]),
    en: listed([wordModules.en]),
    ...Object.fromEntries(firstPages.map(({ path = '', modules }) => [path, listed(modules)])),
  };
}

/** The styles of the entry stand in the page: as a file they would hold up the first paint. */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(
    / *<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>\n?/g,
    (_, name: string) => {
      const css = bundle[name];
      return css?.type === 'asset' ? `<style>${String(css.source).trim()}</style>\n` : '';
    },
  );
}

/** Puts into the page what its first paint needs: colours, skeleton, and the script that chooses among them. */
export const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const script = await buildScript();
      const files = bundle
        ? `<script type="application/json" id="first-files">${JSON.stringify(listFirstFiles(bundle))}</script>`
        : '';
      const head = `<style>${themeCss()}${skeletonCss}</style>${files}<script>${script}</script>`;
      return (bundle ? inlineStyles(html, bundle) : html)
        .replace('<!--first-paint-->', () => head)
        .replace('<!--skeleton-->', () => skeletonHtml);
    },
  },
};
