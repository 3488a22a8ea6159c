import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { entryModule, filesOf, firstPages, wordModules, type FirstPage } from './pages.js';

/** What becomes smaller; images, fonts and PDF's character maps are compressed already. */
const compressible = /\.(js|mjs|css|html|svg|json|wasm)$/;
/** Below this the headers weigh more than what is won, bytes. */
const leastBytes = 1024;

/** Above this the slowest brotli takes seconds for a hundredth less; nothing of a first page is that large, bytes. */
const largeBytes = 400_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

interface Written {
  name: string;
  bytes: number;
}

const inKb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function describePage({ name, budgetBytes = 0 }: FirstPage, files: readonly Written[]): string {
  const sum = files.reduce((total, { bytes }) => total + bytes, 0);
  return `${name}: ${inKb(sum)} in ${files.length} files, of ${inKb(budgetBytes)}`;
}

/**
 * Puts `.br` and `.gz` beside every file that becomes smaller by it; the server sends these (console-files.ts). Then weighs
 * the first pages as a browser gets them and fails the build when one is over its budget: a limit that can be passed
 * unnoticed is none.
 */
export const compressAndWeigh: Plugin = {
  name: 'compress-and-weigh',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const sizes = new Map<string, number>();
    const compressOne = async (name: string, content: Buffer): Promise<void> => {
      sizes.set(name, content.length);
      if (!compressible.test(name) || content.length < leastBytes) {
        return;
      }
      const quality = content.length > largeBytes ? 9 : constants.BROTLI_MAX_QUALITY;
      const [brotli, gzipped] = await Promise.all([
        toBrotli(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        toGzip(content, { level: 9 }),
      ]);
      const path = join(dir, name);
      await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
      sizes.set(name, brotli.length);
    };
    await Promise.all(
      Object.values(bundle).map((output) =>
        compressOne(
          output.fileName,
          Buffer.from(output.type === 'chunk' ? output.code : output.source),
        ),
      ),
    );

    for (const page of firstPages) {
      if (page.budgetBytes === undefined) {
        continue;
      }
      const files = [
        'index.html',
        ...filesOf(bundle, [entryModule, wordModules.cn, ...page.modules]),
      ]
        .map((name) => ({ name, bytes: sizes.get(name) ?? 0 }))
        .sort((a, b) => b.bytes - a.bytes);
      const summary = describePage(page, files);
      if (files.reduce((total, { bytes }) => total + bytes, 0) > page.budgetBytes) {
        const largest = files.slice(0, 12).map(({ name, bytes }) => `  ${inKb(bytes)} ${name}`);
        this.error(
          `Too heavy over the wire: ${summary}. Load on demand what the page does not show first.\n${largest.join('\n')}`,
        );
      }
      this.info(summary);
    }
  },
};
