import type { Plugin } from 'vite';

const endpointFiles = /contracts[\\/]src[\\/]endpoints[\\/].*\.ts$/;
const summary = /^ {4}summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),\n/gm;

/** Who may call it, unless everybody may: the console asks only that. */
const access = /^ {4}access: (?:(?!public)\w+|'(?!public)\w+'|\{[^}]*\}),\n/gm;

/** Which turn a call takes, who else may make it, and which of its values the log keeps: the server's business alone. */
const forServer =
  /^ {4}(?:turn: '\w+'|inTargetSession: '\w+'|beforePasswordChange: true|logged: \[[^\]]*\]),\n/gm;

/** Code of the contracts without what its endpoints say to the server alone. */
export const withoutSummariesOf = (code: string): string =>
  [summary, access, forServer].reduce((left, pattern) => left.replace(pattern, ''), code);

/**
 * Leaves out what of endpoints the server alone reads: their summaries, which are for its API document, the turns of calls, and which
 * of their values the log keeps. That a call is `audited` stays: the log's page lists such calls.
 */
export const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    endpointFiles.test(id) ? { code: withoutSummariesOf(code), map: null } : null,
};
