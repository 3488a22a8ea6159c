import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { themeCss } from '../src/shared/theme/tokens.js';
import { entryModule, filesOf, firstPages, wordModules } from './pages.js';
import { skeletonCss, skeletonHtml } from './skeleton.js';

const script = readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8')
  .replace(/^\s*(\/\/|\/\*).*$/gm, '')
  .replace(/^\s+/gm, '');

/** The files of each first page (by its path, '' for the rest) and language that the page itself does not ask for. */
function listFirstFiles(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const start = filesOf(bundle, [entryModule]);
  const listed = (modules: readonly string[]): string[] =>
    [...filesOf(bundle, modules)].filter((name) => !start.has(name)).map((name) => `/${name}`);
  return {
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
    handler(html, { bundle }) {
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
