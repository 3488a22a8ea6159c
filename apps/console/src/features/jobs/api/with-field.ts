import { ApiError } from '../../../shared/api/api-error.js';

/**
 * A refusal of the server with the field of the form that it is about, where its code tells that and the server names no field.
 * @param fieldOfCode the field by the code of the refusal
 */
export function withField<Values>(
  error: unknown,
  fieldOfCode: Readonly<Record<string, keyof Values & string>>,
): unknown {
  const field = error instanceof ApiError ? fieldOfCode[error.error] : undefined;
  return error instanceof ApiError && field
    ? new ApiError(
        error.code,
        error.error,
        error.message,
        { [field]: error.message },
        error.requestId,
      )
    : error;
}
