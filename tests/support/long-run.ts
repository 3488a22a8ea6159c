/**
 * Whether the long run is asked for (`npm run test:long`): tables that `npm test` samples are tried whole then. A sample holds
 * each distinct rule, door and verb, and is the same one in every run.
 */
export const isLongRun = process.env['LONG'] === '1';
