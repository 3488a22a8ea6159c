import { importFault, type ImportFault } from '@clusterdesk/contracts';
import { z } from 'zod';
import { ApiError } from '../../../../shared/api/api-error.js';

/** Every wrong cell of a refused import; null when the refusal was about something else. */
export function faultsOf(error: unknown): ImportFault[] | null {
  const faults = error instanceof ApiError ? error.details['faults'] : undefined;
  return z.array(importFault).min(1).safeParse(faults).data ?? null;
}

/** What a spreadsheet program would take for a formula is made a text. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** Rows as CSV that spreadsheet programs open with the right letters (UTF-8 with a mark). */
export const toCsv = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\uFEFF', rows.map((row) => row.map(cell).join(',')).join('\r\n'), '\r\n'], {
    type: 'text/csv;charset=utf-8',
  });
