import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeCss } from './src/shared/theme/tokens.js';

/** Puts both themes' CSS variables into the page's head, so that the first paint already has its colours. */
const themeVariables: Plugin = {
  name: 'theme-variables',
  transformIndexHtml: () => [{ tag: 'style', children: themeCss(), injectTo: 'head-prepend' }],
};

const server = 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeVariables],
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
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)/ },
            { name: 'echarts', test: /node_modules[\\/](echarts|zrender)/ },
          ],
        },
      },
    },
  },
});
