import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressAndWeigh } from './vite/compress.js';
import { withoutDevelopmentPages } from './vite/development-only.js';
import { firstPaint } from './vite/first-paint.js';
import { hiddenIcons } from './vite/hidden-icons.js';
import { inlinedLimits } from './vite/inlined-limits.js';
import { usedOfZod } from './vite/used-of-zod.js';
import { withoutSummaries } from './vite/without-summaries.js';
import { withoutUniqueTooltips } from './vite/without-unique-tooltips.js';

/**
 * Names the build in the page (`buildIdMeta` of the contracts): the same content has the same name, any other has another, for
 * the files' names hold their hashes. The server reads it there, and an open tab compares it with what the server says.
 */
const buildId: Plugin = {
  name: 'build-id',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const content = [html, ...Object.keys(bundle ?? {}).sort()].join('\n');
      const id = createHash('sha256').update(content).digest('hex').slice(0, 16);
      return [{ tag: 'meta', attrs: { name: 'clusterdesk-build', content: id }, injectTo: 'head' }];
    },
  },
};

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const pdfjsVersion = (
  JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8')) as { version: string }
).version;
const pdfjsFolders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** Puts pdf.js's own data beside the built files, where `open-pdf.ts` looks for them. */
const pdfData: Plugin = {
  name: 'pdf-data',
  generateBundle() {
    for (const folder of pdfjsFolders) {
      for (const name of readdirSync(join(pdfjs, folder))) {
        const fileName = `assets/pdfjs-${pdfjsVersion}/${folder}/${name}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(pdfjs, folder, name)) });
      }
    }
  },
};

const server = 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    hiddenIcons,
    usedOfZod,
    inlinedLimits,
    withoutSummaries,
    withoutUniqueTooltips,
    firstPaint,
    buildId,
    pdfData,
    withoutDevelopmentPages,
    compressAndWeigh,
  ],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    proxy: {
      '/api': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // For whoever looks into a fault; the scripts do not name them, so browsers do not fetch them.
    sourcemap: 'hidden',
    // The budget of the first pages says what is too heavy (vite/pages.ts).
    chunkSizeWarningLimit: 1_200,
    reportCompressedSize: false,
    rolldownOptions: {
      // These packages do not say that importing one part of them does nothing else; without it antd's dialogs bring all of
      // its forms, of which they use a context.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules[\\/]@rc-component[\\/]/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // Few chunks by who needs them; each takes along what it imports unless an earlier one has it.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]|rolldown[\\/]runtime/,
              priority: 9,
            },
            { name: 'charts', test: /node_modules[\\/](echarts|zrender)[\\/]/, priority: 8 },
            { name: 'upload', test: /node_modules[\\/]tus-js-client[\\/]/, priority: 8 },
            {
              // With what the login page and the signed-in pages both need: each would bring the other's chunk for it.
              name: 'start',
              test: /src[\\/]main\.tsx|node_modules[\\/]@tanstack[\\/](react-query|query-core)|contracts[\\/]src[\\/](limits|uploads-path|wire|endpoints[\\/](platform[\\/]operations|identity[\\/](account|sessions|user-schemas)))\.|asn[\\/](Sun|Moon|User|Eye|EyeInvisible|Lock)Outlined\.|sign-in[\\/]switch-language|layout[\\/](brand-mark|plain-icon)/,
              priority: 7,
            },
            {
              name: 'forms',
              test: /node_modules[\\/](@rc-component[\\/](async-validator|form[\\/]es[\\/](?!FormContext|FieldContext|ListContext)))/,
              includeDependenciesRecursively: false,
              priority: 6,
            },
            { name: 'login', test: /sign-in[\\/]login-page\.tsx/, priority: 6 },
            {
              name: 'antd',
              test: /node_modules[\\/](antd[\\/]es[\\/](button|config-provider|theme)|@rc-component[\\/]overflow)[\\/]|@rc-component[\\/]util[\\/]es[\\/]pickAttrs/,
              priority: 5,
            },
            {
              // With what the first pages share with all others, or those would bring the first pages' own chunks.
              name: 'signed-in',
              test: /app[\\/]signed-in\.ts|node_modules[\\/]@tanstack[\\/](react-virtual|virtual-core)|src[\\/]shared[\\/]files[\\/]picked-file|src[\\/]shared[\\/]users[\\/]use-(can-download|is-administrator)|src[\\/]shared[\\/]lib[\\/](time|format|code|dom[\\/](use-(width|is-narrow|media|scroll-cue)|copy-text|is-text-marked))|shared[\\/]ui[\\/](layout[\\/]page|state[\\/](empty|error|page|stale)|text[\\/]|action[\\/](link|use-action)|lazy|table[\\/]data-table[\\/]data-table(-skeleton|\.module))|icons[\\/]es[\\/]icons[\\/](Edit|Copy|Delete|Download|Upload|Search|Code|File|Check|ArrowLeft|Left|Right|Eye|Ellipsis|Caret(Down|Up))Outlined\.js|icons[\\/]CloseCircleFilled\.js/,
              priority: 4,
            },
            {
              // Of most lists, which have most requests otherwise.
              name: 'lists',
              test: /ui[\\/](table[\\/](paged-list|list-page|search-box|row-actions|list-url|sorting[\\/]use-list-sorting)|action[\\/]selection-bar)|icons[\\/]es[\\/]icons[\\/]PlusOutlined\.js|(antd[\\/]es)[\\/](select|segmented|checkbox)[\\/]index/,
              priority: 2,
            },
            {
              // What stands above a page shares with fields: messages, fetched after every first page, would bring all lists.
              name: 'overlays',
              test: /antd[\\/]es[\\/](style[\\/]motion|_util[\\/](hooks|motion|ContextIsolator|zindexContext|fallbackProp|normalizeIcon)|form[\\/]context|modal[\\/]context)|@rc-component[\\/](portal|form[\\/]es[\\/](Form|Field|List)Context|util[\\/]es[\\/](KeyCode|Dom[\\/](focus|shadow)|getScrollBarSize|hooks[\\/](useId|useControlledState)|mergeProps))|antd[\\/]es[\\/](app[\\/]context|watermark[\\/]context|drawer[\\/]useFocusable)/,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            {
              // Of menus alone: what they stand on, tooltips and fields have as well.
              name: 'menus',
              test: /ui[\\/]menu[\\/]dropdown|(antd[\\/]es|@rc-component)[\\/](menu|dropdown)[\\/]/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              // Of pages of jobs: small, and each would be a file.
              name: 'job-parts',
              test: /features[\\/]jobs[\\/](components[\\/](work-time|job-status)|api[\\/]use-own-name|job-tints)|[\\/](asn|icons)[\\/]RedoOutlined\.js/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // All that is left of the page where most begin: each file of its own costs as much as ten kilobytes on a slow line.
            { name: 'my-files', test: /routes[\\/]my-files-route\.tsx/, priority: 3 },
          ],
        },
      },
    },
  },
});
