import { readUserId } from '../../api/session.js';

/** Under which this browser keeps what the signed-in user chose for a table. */
export const storageKey = (what: 'columns' | 'sorting', table: string): string =>
  `clusterdesk.${what}.${readUserId()}.${table}`;
