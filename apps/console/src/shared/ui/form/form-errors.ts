import { ApiError } from '../../api/api-error.js';

/** A refusal as messages beside the fields they are about; empty when it is about none of `names`. */
export function fieldErrors(
  error: unknown,
  names: readonly string[],
): { name: string; errors: string[] }[] {
  return error instanceof ApiError
    ? Object.entries(error.fields)
        .filter(([name]) => names.includes(name))
        .map(([name, reason]) => ({ name, errors: [reason] }))
    : [];
}
