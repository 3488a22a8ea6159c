import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { entryModule, filesOf, firstPages, wordModules } from './pages.js';
import { weigh } from './weigh.js';

/** What becomes smaller; images, fonts and PDF's character maps are compressed already. */
const compressible = /\.(js|mjs|css|html|svg|json|wasm)$/;
/** Below this the headers weigh more than what is won, bytes. */
const leastBytes = 1024;

/** Above this the slowest brotli takes seconds for a hundredth less; nothing of a first page is that large, bytes. */
const largeBytes = 400_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

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
      const names = filesOf(bundle, [entryModule, wordModules.cn, ...page.modules]);
      const { summary, problem } = weigh(
        page,
        ['index.html', ...names].map((name) => ({ name, bytes: sizes.get(name) ?? 0 })),
      );
      if (problem !== null) {
        this.error(problem);
      }
      this.info(summary);
    }
  },
};
