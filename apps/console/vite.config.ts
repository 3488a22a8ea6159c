import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeCss } from './src/shared/theme/tokens.js';

/** Puts both themes' CSS variables into the page's head, so that the first paint already has its colours. */
const themeVariables: Plugin = {
  name: 'theme-variables',
  transformIndexHtml: () => [{ tag: 'style', children: themeCss(), injectTo: 'head-prepend' }],
};

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
  plugins: [react(), themeVariables, buildId, pdfData],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    proxy: {
      '/api': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
              priority: 3,
            },
            { name: 'charts', test: /node_modules[\\/](echarts|zrender)[\\/]/, priority: 3 },
            { name: 'upload', test: /node_modules[\\/]tus-js-client[\\/]/, priority: 3 },
            { name: 'start', tags: ['$initial'], priority: 2 },
            {
              name: 'antd',
              test: /node_modules[\\/]antd[\\/]es[\\/](app|button|config-provider|dropdown|modal|theme|tooltip)[\\/]/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
