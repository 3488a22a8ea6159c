import type { Conflict } from '../../platform/file-space/placing/file-placing.js';

/** `operation` of the contract. */
export const conflicts: Record<'0' | '1' | '2', Conflict> = {
  '0': 'refuse',
  '1': 'overwrite',
  '2': 'keepBoth',
};
