import type { Plugin } from 'vite';

const endpointFiles = /contracts[\\/]src[\\/]endpoints[\\/].*\.ts$/;
const summary = /^ {4}summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),\n/gm;

/** Code of the contracts without what its endpoints say of themselves. */
export const withoutSummariesOf = (code: string): string => code.replace(summary, '');

/** Leaves out the summaries of endpoints: they are for the server's API document, and no page has ever shown one. */
export const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    endpointFiles.test(id) ? { code: withoutSummariesOf(code), map: null } : null,
};
