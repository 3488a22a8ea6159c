import { z } from 'zod';
import { ApiError } from '../../../../shared/api/api-error.js';

/** A row of the import form that was refused; numbers as the spreadsheet shows them. */
const wrongRow = z.object({ row: z.number(), reason: z.string() });
export type WrongRow = z.infer<typeof wrongRow>;

/** The wrong rows of a refused import; null when the refusal was about something else. */
export function wrongRowsOf(error: unknown): WrongRow[] | null {
  const rows = error instanceof ApiError ? error.details['rows'] : undefined;
  return z.array(wrongRow).min(1).safeParse(rows).data ?? null;
}
